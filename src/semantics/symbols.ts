/** What names stand for. Symbols are made by the declaration pass, filled by it, and only read afterwards. */
import type { FunctionKey, IrSpan } from '../ir/ir.ts';
import type {
  ClassDeclaration,
  ClientDeclaration,
  ClientOperation,
  ConstructorMember,
  EntityDeclaration,
  EnumDeclaration,
  EventDeclaration,
  Expression,
  FieldMember,
  FunctionDeclaration,
  IndexerMember,
  MethodMember,
  OperatorMember,
  Parameter,
  PolicyDeclaration,
  PrincipalDeclaration,
  PropertyMember,
  SlotDeclaration,
  StateDeclaration,
  WorkflowDeclaration,
} from '../syntax/tree.ts';
import type { LibraryMember } from './library/model.ts';
import type { EntityType, EnumType, Type } from './types.ts';

interface Declared {
  readonly name: string;
  /** With the namespace: `Ns.Invitation`. */
  readonly fullName: string;
  /** Index into `Program.files`. */
  readonly file: number;
  readonly nameSpan: IrSpan;
}

export interface TypeParameterSymbol {
  readonly kind: 'typeParameter';
  readonly name: string;
  /** Types that arguments must convert to. */
  constraints: readonly Type[];
  /** `struct`, `class`, `new()`, `notnull`. */
  words?: readonly string[];
}

export interface EnumSymbol extends Declared {
  readonly kind: 'enum';
  readonly declaration: EnumDeclaration;
  /** In order; by name. */
  members: ReadonlyMap<string, { readonly name: string; readonly value: number; readonly span: IrSpan }>;
}

export interface EntitySymbol extends Declared {
  readonly kind: 'entity';
  /** Every part of a partial entity; the first gives the name's place. */
  readonly declarations: readonly { readonly declaration: EntityDeclaration; readonly file: number }[];
  base: EntitySymbol | undefined;
  interfaces: readonly Type[];
  readonly principal: boolean;
  readonly abstract: boolean;
  /** Its own members, in order. The implicit ones (`Id`, `CreatedAt`, …) are fields too, with `implicit`. */
  members: readonly MemberSymbol[];
}

export interface ClassSymbol extends Declared {
  readonly kind: 'class';
  readonly form: 'class' | 'interface';
  readonly declarations: readonly { readonly declaration: ClassDeclaration; readonly file: number }[];
  readonly typeParams: readonly TypeParameterSymbol[];
  /** A class of the app or a library exception; undefined is `object`. */
  base: Type | undefined;
  interfaces: readonly Type[];
  readonly abstract: boolean;
  readonly sealed: boolean;
  readonly static: boolean;
  members: readonly MemberSymbol[];
}

export type Owner = EntitySymbol | ClassSymbol;

interface MemberBase {
  readonly name: string;
  readonly owner: Owner;
  readonly file: number;
  readonly nameSpan: IrSpan;
  readonly static: boolean;
  readonly access: 'public' | 'internal' | 'protected' | 'private';
}

/** A stored member: a field or an auto-property (then `declaration` is a PropertyMember), of a class or an entity. */
export interface FieldSymbol extends MemberBase {
  readonly kind: 'field';
  readonly declaration: FieldMember | PropertyMember | undefined;
  readonly type: Type;
  /** Assigned in constructors and initialisers only. */
  readonly readonly: boolean;
  /** `{ get; init; }`: object initialisers may set it too. */
  readonly init?: boolean;
  /** `Id`, `CreatedAt`, … of an entity. */
  readonly implicit: boolean;
  /** `Child[]` with `ForeignKey(Back)`: the inverse side of a reference. */
  readonly collection: { readonly entity: EntitySymbol; readonly back: string } | undefined;
  /** Properties of interfaces that an auto-property implements. */
  readonly implements?: readonly OverriddenProperty[];
}
/** A property with accessors of its own. */
export interface PropertySymbol extends MemberBase {
  readonly kind: 'property';
  readonly declaration: PropertyMember;
  readonly type: Type;
  readonly get: FunctionKey | undefined;
  readonly set: FunctionKey | undefined;
  readonly virtual: boolean;
  readonly abstract: boolean;
  /** A virtual auto-property: it has a field of its name beside accessors that the compiler writes. */
  readonly stored: boolean;
  /** The setter is `init`. */
  readonly init: boolean;
  /** Properties and library members that it overrides or implements, nearest first; accessors take their keys from these. */
  readonly overrides: readonly OverriddenProperty[];
}
/** What an accessor stands in for. */
export interface OverriddenProperty {
  readonly get: FunctionKey | undefined;
  readonly set: FunctionKey | undefined;
}
export interface IndexerSymbol extends MemberBase {
  readonly kind: 'indexer';
  readonly declaration: IndexerMember;
  readonly type: Type;
  readonly params: readonly ParameterSymbol[];
  readonly get: FunctionKey | undefined;
  readonly set: FunctionKey | undefined;
  readonly virtual: boolean;
  readonly abstract: boolean;
  readonly overrides: readonly OverriddenProperty[];
}
export interface MethodSymbol extends MemberBase {
  readonly kind: 'method';
  readonly declaration: MethodMember;
  readonly key: FunctionKey;
  readonly typeParams: readonly TypeParameterSymbol[];
  readonly params: readonly ParameterSymbol[];
  readonly returns: Type;
  readonly virtual: boolean;
  readonly abstract: boolean;
  /** Keys of the members it overrides or implements. */
  readonly overrides: readonly FunctionKey[];
}
export interface ConstructorSymbol extends MemberBase {
  readonly kind: 'constructor';
  /** Undefined for the implicit one without parameters. */
  readonly declaration: ConstructorMember | undefined;
  readonly key: FunctionKey;
  readonly params: readonly ParameterSymbol[];
}
export interface OperatorSymbol extends MemberBase {
  readonly kind: 'operator';
  readonly declaration: OperatorMember;
  readonly key: FunctionKey;
  readonly params: readonly ParameterSymbol[];
  readonly returns: Type;
}
export type MemberSymbol =
  | FieldSymbol
  | PropertySymbol
  | IndexerSymbol
  | MethodSymbol
  | ConstructorSymbol
  | OperatorSymbol;

export interface ParameterSymbol {
  readonly name: string;
  readonly type: Type;
  readonly mode: 'value' | 'out' | 'ref' | 'params';
  readonly optional: boolean;
  /** Of the app: the default's expression, to be checked where the function is declared. */
  readonly declaration: Parameter | undefined;
  /** Of the library: the default itself. */
  readonly defaultValue?: string | number | boolean | null;
}

export interface FunctionSymbol extends Declared {
  readonly kind: 'function';
  readonly declaration: FunctionDeclaration;
  readonly key: FunctionKey;
  readonly typeParams: readonly TypeParameterSymbol[];
  readonly params: readonly ParameterSymbol[];
  readonly returns: Type;
}

export interface ClientSymbol extends Declared {
  readonly kind: 'client';
  readonly declaration: ClientDeclaration;
  operations: readonly OperationSymbol[];
}
export interface OperationSymbol {
  readonly kind: 'operation';
  readonly client: ClientSymbol;
  readonly declaration: ClientOperation;
  readonly name: string;
  /** `Send(MailRequest)` */
  readonly key: string;
  readonly params: readonly ParameterSymbol[];
  readonly returns: Type;
}

export interface WorkflowSymbol extends Declared {
  readonly kind: 'workflow';
  readonly declaration: WorkflowDeclaration;
  /** Undefined where `Tracks` is missing or wrong. */
  entity: EntityType | undefined;
  field: FieldSymbol | undefined;
  enum: EnumType | undefined;
  readonly events: ReadonlyMap<string, EventSymbol>;
  readonly states: ReadonlyMap<string, StateDeclaration>;
  /** Slots of all states by name. */
  readonly slots: ReadonlyMap<string, { readonly slot: SlotDeclaration; readonly state: StateDeclaration }>;
}
export interface EventSymbol {
  readonly kind: 'event';
  readonly name: string;
  readonly workflow: WorkflowSymbol;
  readonly declaration: EventDeclaration;
  params: readonly ParameterSymbol[];
}

export interface PolicySymbol extends Declared {
  readonly kind: 'policy';
  /** The one with a value, where there is one. */
  readonly declaration: PolicyDeclaration;
}
export interface PrincipalSymbol extends Declared {
  readonly kind: 'principal';
  readonly declaration: PrincipalDeclaration;
}

export type GlobalSymbol =
  | EnumSymbol
  | EntitySymbol
  | ClassSymbol
  | FunctionSymbol
  | ClientSymbol
  | WorkflowSymbol
  | PolicySymbol
  | PrincipalSymbol;

/** Anything that can be called with an argument list, in one shape for overload resolution. */
export interface Callable {
  readonly name: string;
  readonly typeParams: readonly TypeParameterSymbol[];
  readonly params: readonly ParameterSymbol[];
  readonly returns: Type;
  /** How far above the receiver's type it is declared: what is nearer hides what is farther and fits as well. */
  readonly depth?: number;
  readonly origin:
    | { readonly kind: 'function'; readonly symbol: FunctionSymbol }
    /** `ownerArgs`: the type arguments of the class, for a member that no object of it carries. */
    | { readonly kind: 'method'; readonly symbol: MethodSymbol; readonly ownerArgs: readonly Type[] }
    | { readonly kind: 'constructor'; readonly symbol: ConstructorSymbol }
    | { readonly kind: 'operator'; readonly symbol: OperatorSymbol; readonly ownerArgs: readonly Type[] }
    | { readonly kind: 'indexer'; readonly symbol: IndexerSymbol }
    /** `ownerArgs`: the type arguments of the declaring type. `reduced`: an extension called as a method, its first parameter taken by the receiver. */
    | {
        readonly kind: 'library';
        readonly member: LibraryMember;
        readonly ownerArgs: readonly Type[];
        readonly reduced: boolean;
      }
    | { readonly kind: 'operation'; readonly symbol: OperationSymbol }
    | { readonly kind: 'raise' | 'correlate'; readonly event: EventSymbol }
    | { readonly kind: 'start'; readonly workflow: WorkflowSymbol }
    | { readonly kind: 'assign'; readonly workflow: WorkflowSymbol; readonly slot: string }
    | { readonly kind: 'local'; readonly id: number }
    | { readonly kind: 'delegate' };
}

/** A default value's expression together with where it is written. */
export interface DefaultSource {
  readonly file: number;
  readonly expression: Expression;
}
