/**
 * The syntax tree (language.md §1–§9, §13). Nodes are plain readonly data; `start` and `end` are UTF-16 offsets,
 * `end` exclusive, without surrounding white space. A tree of a file with errors is complete all the same: what is
 * missing is an identifier with an empty name or a `MissingExpression`.
 */
import type { SourceFile } from '../source/source.ts';

export interface Node {
  readonly start: number;
  readonly end: number;
}

/** A name in source. `name` is '' where the parser had to invent it. A leading `@` is not part of the name. */
export interface Identifier extends Node {
  readonly name: string;
}

/** `A.B.C` */
export interface QualifiedName extends Node {
  readonly parts: readonly Identifier[];
}

export interface Comment extends Node {
  readonly kind: 'line' | 'block' | 'doc';
}

/** A whole file. */
export interface CompilationUnit extends Node {
  readonly kind: 'CompilationUnit';
  readonly file: SourceFile;
  readonly namespace: QualifiedName | undefined;
  readonly usings: readonly QualifiedName[];
  readonly declarations: readonly Declaration[];
  /** Every comment, in order: for the printer, doc comments and suppressions. */
  readonly comments: readonly Comment[];
}

// ---------------------------------------------------------------- attributes, types

/** `[Name(args)]`; several in one pair of brackets are several attributes. */
export interface Attribute extends Node {
  readonly name: Identifier;
  readonly args: readonly Argument[] | undefined;
  /** Brackets this attribute shares with others carry the same number. */
  readonly section: number;
}

export type Modifier =
  | 'public'
  | 'internal'
  | 'private'
  | 'protected'
  | 'static'
  | 'virtual'
  | 'override'
  | 'abstract'
  | 'sealed'
  | 'partial'
  | 'readonly'
  | 'const'
  | 'async'
  | 'new'
  | 'required';

/** What most declarations have before their name. */
export interface Declared extends Node {
  readonly attributes: readonly Attribute[];
  readonly modifiers: readonly Modifier[];
  /** The text of `///` comments before or after the attributes, without the slashes. */
  readonly doc: string | undefined;
}

export type TypeSyntax =
  /** `int`, `A.B.C<T, U>`; `args` belong to the last part. `var` is a NamedType of that name. */
  | (Node & {
      readonly kind: 'NamedType';
      readonly name: QualifiedName;
      readonly args: readonly TypeSyntax[] | undefined;
    })
  | (Node & { readonly kind: 'NullableType'; readonly element: TypeSyntax })
  | (Node & { readonly kind: 'ArrayType'; readonly element: TypeSyntax })
  | (Node & {
      readonly kind: 'TupleType';
      readonly items: readonly { readonly type: TypeSyntax; readonly name: Identifier | undefined }[];
    });

export interface TypeParameter extends Node {
  readonly name: Identifier;
}

/** `where T : Base, new()`; constraints that are not types (`class`, `struct`, `new()`, `notnull`) are kept as words. */
export interface TypeConstraint extends Node {
  readonly name: Identifier;
  readonly types: readonly TypeSyntax[];
  readonly words: readonly string[];
}

export interface Parameter extends Node {
  readonly attributes: readonly Attribute[];
  readonly mode: 'value' | 'out' | 'ref' | 'params';
  /** Absent for a lambda's inferred parameter. */
  readonly type: TypeSyntax | undefined;
  readonly name: Identifier;
  readonly defaultValue: Expression | undefined;
}

// ---------------------------------------------------------------- declarations

export type Declaration =
  | EnumDeclaration
  | EntityDeclaration
  | ClassDeclaration
  | FunctionDeclaration
  | PolicyDeclaration
  | PrincipalDeclaration
  | ClientDeclaration
  | WorkflowDeclaration
  | ManifestDeclaration
  | UnknownDeclaration;

export interface EnumDeclaration extends Declared {
  readonly kind: 'EnumDeclaration';
  readonly name: Identifier;
  readonly members: readonly EnumMember[];
}
export interface EnumMember extends Declared {
  readonly name: Identifier;
  readonly value: Expression | undefined;
}

export interface EntityDeclaration extends Declared {
  readonly kind: 'EntityDeclaration';
  readonly name: Identifier;
  readonly bases: readonly TypeSyntax[];
  readonly members: readonly Member[];
  readonly invariants: readonly Invariant[];
  readonly security: readonly SecurityRule[];
}
export interface Invariant extends Node {
  readonly condition: Expression;
  readonly message: Expression | undefined;
}
export interface SecurityRule extends Node {
  readonly effect: 'allow' | 'deny';
  readonly verbs: readonly Identifier[];
  readonly fields: readonly Identifier[] | undefined;
  readonly when: Expression | undefined;
  readonly where: Expression | undefined;
}

/** A class or an interface. */
export interface ClassDeclaration extends Declared {
  readonly kind: 'ClassDeclaration';
  readonly form: 'class' | 'interface';
  readonly name: Identifier;
  readonly typeParams: readonly TypeParameter[];
  readonly bases: readonly TypeSyntax[];
  readonly constraints: readonly TypeConstraint[];
  readonly members: readonly Member[];
}

export type Member = FieldMember | PropertyMember | MethodMember | ConstructorMember | OperatorMember | IndexerMember;

/** `Type Name = e;` — several names in one declaration are several members. */
export interface FieldMember extends Declared {
  readonly kind: 'FieldMember';
  readonly type: TypeSyntax;
  readonly name: Identifier;
  readonly initializer: Expression | undefined;
}
export interface Accessor extends Node {
  readonly kind: 'get' | 'set' | 'init';
  /** Absent for an auto-property's accessor. */
  readonly body: FunctionBody | undefined;
}
/** `T Name { get; set; } = e;`, `T Name => e;` (a single `get` with an expression body). */
export interface PropertyMember extends Declared {
  readonly kind: 'PropertyMember';
  readonly type: TypeSyntax;
  readonly name: Identifier;
  readonly accessors: readonly Accessor[];
  readonly initializer: Expression | undefined;
}
export interface MethodMember extends Declared {
  readonly kind: 'MethodMember';
  readonly returnType: TypeSyntax;
  readonly name: Identifier;
  readonly typeParams: readonly TypeParameter[];
  readonly params: readonly Parameter[];
  readonly constraints: readonly TypeConstraint[];
  readonly body: FunctionBody | undefined;
}
export interface ConstructorMember extends Declared {
  readonly kind: 'ConstructorMember';
  readonly name: Identifier;
  readonly params: readonly Parameter[];
  readonly chain: (Node & { readonly to: 'this' | 'base'; readonly args: readonly Argument[] }) | undefined;
  readonly body: FunctionBody | undefined;
}
/** `static T operator +(T a, T b)`, and `implicit`/`explicit operator T(U u)` (then `operator` is that word). */
export interface OperatorMember extends Declared {
  readonly kind: 'OperatorMember';
  readonly operator: string;
  readonly returnType: TypeSyntax;
  readonly params: readonly Parameter[];
  readonly body: FunctionBody | undefined;
}
export interface IndexerMember extends Declared {
  readonly kind: 'IndexerMember';
  readonly type: TypeSyntax;
  readonly params: readonly Parameter[];
  readonly accessors: readonly Accessor[];
}

export type FunctionBody = Block | ArrowBody;
/** `=> e` */
export interface ArrowBody extends Node {
  readonly kind: 'ArrowBody';
  readonly expression: Expression;
}

export interface FunctionDeclaration extends Declared {
  readonly kind: 'FunctionDeclaration';
  readonly returnType: TypeSyntax;
  readonly name: Identifier;
  readonly typeParams: readonly TypeParameter[];
  readonly params: readonly Parameter[];
  readonly constraints: readonly TypeConstraint[];
  readonly body: FunctionBody | undefined;
}
export interface PolicyDeclaration extends Declared {
  readonly kind: 'PolicyDeclaration';
  readonly name: Identifier;
  readonly value: Expression | undefined;
}
export interface PrincipalDeclaration extends Declared {
  readonly kind: 'PrincipalDeclaration';
  readonly name: Identifier;
  readonly value: Expression;
}

/** `Name = e;` of a client, workflow, state, slot, manifest or block. */
export interface Setting extends Node {
  readonly kind: 'Setting';
  readonly name: Identifier;
  readonly value: Expression;
}

export interface ClientDeclaration extends Declared {
  readonly kind: 'ClientDeclaration';
  readonly name: Identifier;
  readonly settings: readonly Setting[];
  readonly headers: readonly {
    readonly name: Expression;
    readonly value: Expression;
    readonly start: number;
    readonly end: number;
  }[];
  readonly operations: readonly ClientOperation[];
}
/** The verb is among the attributes: `[Get("/x/{id}")]`. */
export interface ClientOperation extends Declared {
  readonly kind: 'ClientOperation';
  readonly returnType: TypeSyntax;
  readonly name: Identifier;
  readonly params: readonly Parameter[];
}

/** `app N { … }`, `package N { … }`. */
export interface ManifestDeclaration extends Declared {
  readonly kind: 'ManifestDeclaration';
  readonly form: 'app' | 'package';
  readonly name: Identifier;
  readonly entries: readonly ManifestEntry[];
}
/** `model "glob";`, `egress "host";`, `use Pkg@1;`: the word, then string values or the rest as text. */
export interface ManifestEntry extends Node {
  readonly word: Identifier;
  readonly values: readonly { readonly text: string; readonly start: number; readonly end: number }[];
}

/** A declaration or statement of a kind that is not compiled: skipped to the end of its balanced braces or `;`. */
export interface UnknownDeclaration extends Declared {
  readonly kind: 'UnknownDeclaration';
  /** Its first word, as written. */
  readonly word: string;
  /** The word of the language that its first word may be a slip of. */
  readonly meant: string | undefined;
}

// ---------------------------------------------------------------- workflows

export interface WorkflowDeclaration extends Declared {
  readonly kind: 'WorkflowDeclaration';
  readonly name: Identifier;
  readonly items: readonly WorkflowItem[];
}

export type WorkflowItem = Setting | SettingsBlock | EventDeclaration | HookBlock | Arm | StateDeclaration;

/** `ServiceHours { … }`, `Deadline { … }`, `Expire { … }`, `dataStateMachine { … }`: settings in braces. */
export interface SettingsBlock extends Node {
  readonly kind: 'SettingsBlock';
  readonly word: Identifier;
  readonly settings: readonly Setting[];
}

export interface EventDeclaration extends Declared {
  readonly kind: 'EventDeclaration';
  readonly name: Identifier;
  readonly params: readonly Parameter[];
}

/** A block that runs by itself: `Start`, `enter`, `exit`, `Unfinished`, `Unassigned`. */
export interface HookBlock extends Node {
  readonly kind: 'HookBlock';
  readonly word: Identifier;
  readonly body: Block;
}

/**
 * `on X(params) { … }`. `Expire`, `Deadline` and `fault` are told apart here, since they are words only in that place:
 * `form: 'event'` names an event or a slot; `'child'` is `on X succeeded|cancelled|failed (T e)`.
 */
export interface Arm extends Declared {
  readonly kind: 'Arm';
  readonly form: 'event' | 'expire' | 'deadline' | 'fault' | 'child';
  /** The event, slot or child; for the other forms the word itself. */
  readonly name: Identifier;
  readonly outcome: Identifier | undefined;
  /** Undefined where no list was written. */
  readonly params: readonly Parameter[] | undefined;
  readonly body: Block;
}

export interface StateDeclaration extends Declared {
  readonly kind: 'StateDeclaration';
  /** `terminal success|cancel|error Name`; undefined for a `state`. */
  readonly terminal: 'success' | 'cancel' | 'error' | undefined;
  readonly name: Identifier;
  readonly items: readonly StateItem[];
}

export type StateItem = Setting | SettingsBlock | HookBlock | Arm | SlotDeclaration | CompleteWhen | ChildDeclaration;

/** `subscribe Event(params) as Slot { … }` or `…;`. Without `as` the slot has the event's name. */
export interface SlotDeclaration extends Declared {
  readonly kind: 'SlotDeclaration';
  readonly event: Identifier;
  readonly params: readonly Parameter[] | undefined;
  readonly name: Identifier;
  readonly settings: readonly Setting[];
  readonly requires: readonly Requirement[];
  readonly milestones: readonly Milestone[];
}
/** `Card { Must = …; Message = "…"; }` of `Requires`. */
export interface Requirement extends Node {
  readonly kind: 'Requirement';
  readonly name: Identifier;
  readonly settings: readonly Setting[];
}
/** `Assigned { … }` or `Finished { … }`. */
export interface Milestone extends Node {
  readonly kind: 'Milestone';
  readonly word: Identifier;
  readonly settings: readonly Setting[];
  /** `enter`, and `Unassigned` or `Unfinished`. */
  readonly hooks: readonly HookBlock[];
  readonly reminders: readonly Reminder[];
}
/** `Remind Name(After = …, ThenEvery = …) { … }` */
export interface Reminder extends Declared {
  readonly kind: 'Reminder';
  readonly name: Identifier;
  readonly settings: readonly Setting[];
  readonly body: Block;
}
export interface CompleteWhen extends Declared {
  readonly kind: 'CompleteWhen';
  readonly condition: Expression;
  readonly body: Block;
}
/** `child Flow(row) as Name;` */
export interface ChildDeclaration extends Declared {
  readonly kind: 'ChildDeclaration';
  readonly workflow: QualifiedName;
  readonly args: readonly Argument[];
  readonly name: Identifier;
}

// ---------------------------------------------------------------- statements

export interface Block extends Node {
  readonly kind: 'Block';
  readonly statements: readonly Statement[];
}

export type Statement =
  | Block
  | LocalDeclaration
  | (Node & {
      readonly kind: 'LocalFunction';
      readonly attributes: readonly Attribute[];
      readonly modifiers: readonly Modifier[];
      readonly returnType: TypeSyntax;
      readonly name: Identifier;
      readonly typeParams: readonly TypeParameter[];
      readonly params: readonly Parameter[];
      readonly constraints: readonly TypeConstraint[];
      readonly body: FunctionBody;
    })
  | (Node & { readonly kind: 'ExpressionStatement'; readonly expression: Expression })
  | (Node & {
      readonly kind: 'If';
      readonly condition: Expression;
      readonly then: Statement;
      readonly else: Statement | undefined;
    })
  | (Node & { readonly kind: 'While'; readonly condition: Expression; readonly body: Statement })
  | (Node & { readonly kind: 'Do'; readonly body: Statement; readonly condition: Expression })
  | (Node & {
      readonly kind: 'For';
      readonly init: LocalDeclaration | readonly Expression[];
      readonly condition: Expression | undefined;
      readonly step: readonly Expression[];
      readonly body: Statement;
    })
  /** `target` is a declared variable, or a tuple of designations for `var (a, b)`. */
  | (Node & {
      readonly kind: 'Foreach';
      readonly type: TypeSyntax | undefined;
      readonly target: Designation;
      readonly collection: Expression;
      readonly body: Statement;
    })
  | (Node & { readonly kind: 'Break' })
  | (Node & { readonly kind: 'Continue' })
  | (Node & { readonly kind: 'Return'; readonly expression: Expression | undefined })
  | (Node & { readonly kind: 'Throw'; readonly expression: Expression | undefined })
  | (Node & {
      readonly kind: 'Try';
      readonly block: Block;
      readonly catches: readonly CatchSyntax[];
      readonly finally: Block | undefined;
    })
  | (Node & {
      readonly kind: 'Switch';
      readonly expression: Expression;
      readonly sections: readonly SwitchSectionSyntax[];
    })
  | (Node & { readonly kind: 'Goto'; readonly target: Identifier })
  /** `when (c) { … } … default { … }` of an arm: the first that holds runs. `condition` is undefined for `default`. */
  | (Node & {
      readonly kind: 'Routes';
      readonly routes: readonly (Node & { readonly condition: Expression | undefined; readonly body: Block })[];
    })
  /** `runas (P) { … }` in tests. */
  | (Node & { readonly kind: 'RunAs'; readonly principal: Expression; readonly body: Block })
  | (Node & { readonly kind: 'Empty' });

/** `var a = 1, b = 2;`, `const int A = 1;`, `int x;` */
export interface LocalDeclaration extends Node {
  readonly kind: 'LocalDeclaration';
  readonly isConst: boolean;
  readonly type: TypeSyntax;
  readonly variables: readonly (Node & { readonly name: Identifier; readonly initializer: Expression | undefined })[];
}

export interface CatchSyntax extends Node {
  readonly type: TypeSyntax | undefined;
  readonly name: Identifier | undefined;
  readonly filter: Expression | undefined;
  readonly block: Block;
}

export interface SwitchSectionSyntax extends Node {
  /** `pattern` is undefined for `default`. */
  readonly labels: readonly (Node & {
    readonly pattern: PatternSyntax | undefined;
    readonly when: Expression | undefined;
  })[];
  readonly statements: readonly Statement[];
}

/** `x`, `_`, `(a, (b, _))`. */
export type Designation =
  | (Node & { readonly kind: 'Variable'; readonly name: Identifier })
  | (Node & { readonly kind: 'Discard' })
  | (Node & { readonly kind: 'TupleDesignation'; readonly items: readonly Designation[] });

// ---------------------------------------------------------------- expressions

/** An argument: positional or named (`at: t`), perhaps `out`/`ref`. */
export interface Argument extends Node {
  readonly name: Identifier | undefined;
  readonly mode: 'value' | 'out' | 'ref';
  /** `out var x` / `out int x` is a `DeclarationExpression`. */
  readonly value: Expression;
}

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '<<'
  | '>>'
  | '>>>'
  | '&'
  | '|'
  | '^'
  | '&&'
  | '||'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '??';
export type AssignmentOperator =
  | '='
  | '+='
  | '-='
  | '*='
  | '/='
  | '%='
  | '&='
  | '|='
  | '^='
  | '<<='
  | '>>='
  | '>>>='
  | '??=';

/** The parts of an interpolated string: literal text with escapes resolved, and holes. */
export type InterpolationPart =
  | (Node & { readonly kind: 'Text'; readonly text: string })
  | (Node & {
      readonly kind: 'Hole';
      readonly expression: Expression;
      readonly alignment: Expression | undefined;
      readonly format: string | undefined;
    });

export type ObjectInitializerEntry =
  /** `Name = value`, or a nested initialiser `Name = { … }`. */
  | (Node & { readonly kind: 'MemberEntry'; readonly name: Identifier; readonly value: Expression | Initializer })
  /** `[index] = value` */
  | (Node & {
      readonly kind: 'IndexEntry';
      readonly args: readonly Argument[];
      readonly value: Expression | Initializer;
    })
  /** `value`, or `{ key, value }` with several. */
  | (Node & { readonly kind: 'ElementEntry'; readonly values: readonly Expression[] });
export interface Initializer extends Node {
  readonly kind: 'Initializer';
  readonly entries: readonly ObjectInitializerEntry[];
}

export type Expression =
  /** `value`: int and hex/binary digits as bigint (suffix tells the type), decimal and double as text without suffix and `_`, char and string with escapes resolved. */
  | (Node & { readonly kind: 'IntLiteral'; readonly value: bigint; readonly suffix: '' | 'L' | 'U' | 'UL' })
  | (Node & { readonly kind: 'DecimalLiteral'; readonly text: string })
  | (Node & { readonly kind: 'DoubleLiteral'; readonly text: string })
  | (Node & { readonly kind: 'StringLiteral'; readonly value: string })
  | (Node & { readonly kind: 'CharLiteral'; readonly value: number })
  | (Node & { readonly kind: 'BoolLiteral'; readonly value: boolean })
  | (Node & { readonly kind: 'NullLiteral' })
  | (Node & { readonly kind: 'InterpolatedString'; readonly parts: readonly InterpolationPart[] })
  /** A simple name, or a generic one (`Load<Price>`). Predefined types (`int.MaxValue`) are names too. */
  | (Node & { readonly kind: 'Name'; readonly name: Identifier; readonly typeArgs: readonly TypeSyntax[] | undefined })
  | (Node & { readonly kind: 'This' })
  | (Node & { readonly kind: 'Base' })
  | (Node & {
      readonly kind: 'MemberAccess';
      readonly target: Expression;
      readonly name: Identifier;
      readonly typeArgs: readonly TypeSyntax[] | undefined;
    })
  /**
   * `target?.…`: everything up to the end of the chain is in `whenNotNull`, which starts from a `ConditionalReceiver`:
   * `a?.B.C(d)` is ConditionalAccess(a, Invocation(MemberAccess(MemberAccess(receiver, B), C), d)); `a?[i]` likewise.
   */
  | (Node & { readonly kind: 'ConditionalAccess'; readonly target: Expression; readonly whenNotNull: Expression })
  | (Node & { readonly kind: 'ConditionalReceiver' })
  | (Node & { readonly kind: 'Invocation'; readonly callee: Expression; readonly args: readonly Argument[] })
  | (Node & { readonly kind: 'ElementAccess'; readonly target: Expression; readonly args: readonly Argument[] })
  /** `type` undefined for `new() { … }`. */
  | (Node & {
      readonly kind: 'ObjectCreation';
      readonly type: TypeSyntax | undefined;
      readonly args: readonly Argument[] | undefined;
      readonly initializer: Initializer | undefined;
    })
  /** `new int[n]`, `new int[] { … }`, `new[] { … }`. `ranks`: the sizes given, outermost first. */
  | (Node & {
      readonly kind: 'ArrayCreation';
      readonly elementType: TypeSyntax | undefined;
      readonly size: Expression | undefined;
      readonly elements: readonly Expression[] | undefined;
    })
  | (Node & {
      readonly kind: 'AnonymousObject';
      readonly members: readonly (Node & { readonly name: Identifier | undefined; readonly value: Expression })[];
    })
  /** `[a, ..b]` */
  | (Node & {
      readonly kind: 'CollectionExpression';
      readonly elements: readonly (Node & { readonly spread: boolean; readonly value: Expression })[];
    })
  | (Node & { readonly kind: 'Unary'; readonly operator: '+' | '-' | '!' | '~'; readonly operand: Expression })
  | (Node & {
      readonly kind: 'Increment';
      readonly operator: '++' | '--';
      readonly prefix: boolean;
      readonly operand: Expression;
    })
  /** `e!` */
  | (Node & { readonly kind: 'NotNull'; readonly operand: Expression })
  /** `^n` */
  | (Node & { readonly kind: 'FromEnd'; readonly operand: Expression })
  | (Node & { readonly kind: 'Range'; readonly from: Expression | undefined; readonly to: Expression | undefined })
  | (Node & {
      readonly kind: 'Binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
      readonly operatorStart: number;
    })
  | (Node & {
      readonly kind: 'Assignment';
      readonly operator: AssignmentOperator;
      readonly target: Expression;
      readonly value: Expression;
    })
  | (Node & {
      readonly kind: 'Conditional';
      readonly condition: Expression;
      readonly whenTrue: Expression;
      readonly whenFalse: Expression;
    })
  | (Node & { readonly kind: 'Is'; readonly operand: Expression; readonly pattern: PatternSyntax })
  | (Node & { readonly kind: 'As'; readonly operand: Expression; readonly type: TypeSyntax })
  | (Node & { readonly kind: 'Cast'; readonly type: TypeSyntax; readonly operand: Expression })
  | (Node & {
      readonly kind: 'SwitchExpression';
      readonly operand: Expression;
      readonly arms: readonly (Node & {
        readonly pattern: PatternSyntax;
        readonly when: Expression | undefined;
        readonly value: Expression;
      })[];
    })
  | (Node & { readonly kind: 'With'; readonly operand: Expression; readonly initializer: Initializer })
  | (Node & { readonly kind: 'Tuple'; readonly items: readonly Argument[] })
  | (Node & { readonly kind: 'Parenthesized'; readonly expression: Expression })
  | (Node & { readonly kind: 'Lambda'; readonly params: readonly Parameter[]; readonly body: Block | Expression })
  | (Node & { readonly kind: 'ThrowExpression'; readonly expression: Expression })
  | (Node & { readonly kind: 'TypeOf'; readonly type: TypeSyntax })
  | (Node & { readonly kind: 'NameOf'; readonly argument: Expression })
  | (Node & { readonly kind: 'Default'; readonly type: TypeSyntax | undefined })
  /** `var x`, `int x`, `var (a, b)`: in `out` arguments and on the left of a deconstruction. */
  | (Node & { readonly kind: 'DeclarationExpression'; readonly type: TypeSyntax; readonly designation: Designation })
  /** `checked(e)`, `unchecked(e)` */
  | (Node & { readonly kind: 'Checked'; readonly checked: boolean; readonly expression: Expression })
  | (Node & { readonly kind: 'MissingExpression' });

export type ExpressionKind = Expression['kind'];
export type ExpressionOf<K extends ExpressionKind> = Extract<Expression, { readonly kind: K }>;
export type StatementOf<K extends Statement['kind']> = Extract<Statement, { readonly kind: K }>;

// ---------------------------------------------------------------- patterns

export type PatternSyntax =
  /** A constant, or a name that may turn out to be a type: the checker decides. */
  | (Node & { readonly kind: 'ConstantPattern'; readonly value: Expression })
  | (Node & { readonly kind: 'DiscardPattern' })
  | (Node & { readonly kind: 'VarPattern'; readonly designation: Designation })
  /** `int n`, `Rush`, `Rush { … } r`, `{ A: 1, B.C: > 2 } x`, `(a, b)`. */
  | (Node & {
      readonly kind: 'DeclarationPattern';
      readonly type: TypeSyntax;
      readonly designation: Designation | undefined;
    })
  | (Node & {
      readonly kind: 'RecursivePattern';
      readonly type: TypeSyntax | undefined;
      readonly positional:
        | readonly (Node & { readonly name: Identifier | undefined; readonly pattern: PatternSyntax })[]
        | undefined;
      readonly properties:
        | readonly (Node & { readonly path: readonly Identifier[]; readonly pattern: PatternSyntax })[]
        | undefined;
      readonly designation: Designation | undefined;
    })
  | (Node & {
      readonly kind: 'RelationalPattern';
      readonly operator: '<' | '<=' | '>' | '>=';
      readonly value: Expression;
    })
  | (Node & {
      readonly kind: 'ListPattern';
      readonly elements: readonly PatternSyntax[];
      readonly designation: Designation | undefined;
    })
  | (Node & { readonly kind: 'SlicePattern'; readonly pattern: PatternSyntax | undefined })
  | (Node & { readonly kind: 'NotPattern'; readonly operand: PatternSyntax })
  | (Node & {
      readonly kind: 'BinaryPattern';
      readonly operator: 'and' | 'or';
      readonly left: PatternSyntax;
      readonly right: PatternSyntax;
    })
  | (Node & { readonly kind: 'ParenthesizedPattern'; readonly pattern: PatternSyntax });
