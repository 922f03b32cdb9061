/**
 * What the library declares (language.md §3, §4): the types and members that every app may use. The declarations are
 * C#-like text, read lazily and one type at a time, so that a cold `osy lint` pays only for what the app mentions.
 * The runtime implements each member under the same `LibraryKey`; a test holds the two against each other.
 */

/** A type as a declaration writes it. A name in the enclosing `typeParams` is a type parameter. */
export interface LibraryTypeRef {
  readonly name: string;
  readonly args: readonly LibraryTypeRef[];
  readonly nullable: boolean;
  /** How many `[]` follow. */
  readonly rank: number;
  /** Parts of a tuple type; `name` is then `()`. */
  readonly items?: readonly LibraryTypeRef[];
}

export interface LibraryParameter {
  readonly name: string;
  readonly type: LibraryTypeRef;
  readonly mode: 'value' | 'out' | 'ref' | 'params';
  /** The constant that stands in when the argument is left out. */
  readonly defaultValue?: string | number | boolean | null;
  readonly optional: boolean;
}

export type LibraryMemberKind =
  | 'method'
  | 'property'
  | 'constructor'
  | 'indexer'
  | 'operator'
  | 'implicit'
  | 'explicit';

/** What using a member does that the analysis has to know. */
export type LibraryEffect = 'network' | 'commit' | 'state' | 'raises' | 'tests';

export interface LibraryMember {
  /**
   * `Owner.Name(paramTypes)`; a property is `Owner.Name`, an indexer `Owner.this(int)`, a constructor `Owner.new(…)`, an
   * operator `Owner.op_Addition(…)` with C#'s metadata name. Parameter types as declared, without spaces or names.
   */
  readonly key: string;
  readonly kind: LibraryMemberKind;
  readonly name: string;
  readonly static: boolean;
  /** The first parameter is `this`: callable as a method of that type. */
  readonly extension: boolean;
  readonly typeParams: readonly string[];
  readonly params: readonly LibraryParameter[];
  readonly returns: LibraryTypeRef;
  /** A property or indexer with a setter. */
  readonly writable: boolean;
  readonly effect?: LibraryEffect;
  /** One sentence for `docs/library.md`. */
  readonly doc?: string;
}

export interface LibraryType {
  readonly name: string;
  readonly kind: 'struct' | 'class' | 'interface' | 'enum' | 'static' | 'exception';
  readonly typeParams: readonly string[];
  readonly bases: readonly LibraryTypeRef[];
  /** Read on first use. */
  readonly members: readonly LibraryMember[];
  /** For an enum: names and values. */
  readonly enumMembers: readonly { readonly name: string; readonly value: number }[];
}
