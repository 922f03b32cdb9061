// What the recorded grammar cannot say of itself, once. Everything else comes from the parser's rules.

/** Parts that many rules share: they get a rule of their own. `has` is something that only they contain. */
export const shared = [
  { name: 'modifier', has: '"readonly"' },
  { name: 'functionBody', has: 'block | "=>" expression ";" | ";"' },
  { name: 'member', has: 'constructorMember' },
  { name: 'declaration', has: 'enumDeclaration' },
];

/** Rules in which a comma may stand after the last element of a list; where one has several lists, how its elements begin. */
export const trailingCommas = {
  attributes: 'Identifier ( "." Identifier )*',
  initializer: '',
  collection: '',
  switchArms: '',
  primaryPattern: '',
  enumDeclaration: '',
};

/** Rules whose recorded form says less than is read: what holds instead, in the notation of osy.ebnf. */
export const instead = {
  namedType: 'predefinedType | qualifiedName typeArguments?',
  enumDeclaration: '"enum" Identifier "{" ( enumMember ( "," enumMember )* ","? )? "}"',
  lambda: '"async"? ( Identifier | lambdaParameters ) "=>" ( block | expression )',
  argument: '( Identifier ":" )? ( ( "out" | "ref" ) declared | ( "out" | "ref" | "in" )? expression )',
  foreachStatement: '"foreach" "(" ( type designation | typedTuple ) "in" expression ")" statement',
};

/** Rules that are not recorded. */
export const added = {
  lambdaParameters: '"(" ( lambdaParameter ( "," lambdaParameter )* )? ")"',
  lambdaParameter: 'parameter | Identifier ( "=" expression )?',
  declared: 'type designation',
  designation: 'Identifier | "(" designation ( "," designation )* ")"',
  typedTuple: '"(" ( type? designation | typedTuple ) ( "," ( type? designation | typedTuple ) )* ")"',
  unknownDeclaration: 'attributes modifier* Identifier BalancedTokens',
};

/** The declarations that `declaration` does not list, since no rule reads them. */
export const alsoDeclarations = ['unknownDeclaration'];

/** What else a reader should know of a rule. */
export const notes = {
  compilationUnit: 'A file. `namespace` and `using` may stand anywhere between declarations.',
  script: 'What `osy run --script` and the prompt read. The last expression may go without its `;`.',
  unknownDeclaration:
    'Anything else at top level: it is skipped to its `;` or behind its braces, and reported once as `declaration-not-compiled`.',
  binary: 'How tightly operators bind is told below, under precedence.',
  unary: 'A range may go without either end: `..`, `a..`, `..b`. `( type )` is a cast where C# takes it for one.',
  argument: '`out var x` declares a variable; `out _` discards.',
  primary: 'An `argumentList` here is an expression in brackets, or a tuple if it has several.',
  creation:
    'After `new T[n]` further `[]` may follow. An array’s or anonymous object’s `initializer` holds values, or names with values.',
  routes: '`when (c) { … } default { … }`: one at least, `default` only as the last.',
  switchSection: 'One label at least.',
  settingsBlock: 'Its word is `ServiceHours` or `Deadline` in a workflow, `Expire` or `dataStateMachine` in a state.',
  hook: 'Its word is `Start` in a workflow, `enter` or `exit` in a state, `enter`, `Unassigned` or `Unfinished` in a milestone.',
  milestone: 'Its word is `Assigned` or `Finished`.',
  arm: 'The second name is `succeeded`, `cancelled` or `failed`, and makes it the arm of a child.',
  terminalDeclaration: 'The first name is `success`, `cancel` or `error`.',
  securityRule: 'A verb may also be `*`.',
  using: '`using static A.B;` and `using X = A.B;` are read too.',
  manifestEntry: 'Strings, or text up to the `;`.',
};

/** Tokens whose text varies (language.md §1). */
export const tokens = {
  Identifier:
    'A letter or `_`, then letters, digits, marks and `_`, of all of Unicode; `@` before it makes a name of a reserved word. Every word of workflows (`state`, `on`, `when`, …) is a name wherever its rule does not stand.',
  IntLiteral: '`12`, `1_000`, `0xFF`, `0b1010`, with a suffix `L`, `U` or `UL`.',
  RealLiteral: '`1.5`, `.5`, `1e3`, `2d` are `double`; `1.50m` is `decimal`.',
  CharLiteral: "`'c'`, `'\\n'`, `'\\u00e5'`",
  StringLiteral:
    '`"…"` on one line, with the escapes `\\n \\t \\" \\\\ \\0 \\a \\b \\e \\f \\r \\v \\xH… \\uHHHH \\UHHHHHHHH`.',
  VerbatimString: '`@"…"`, over lines, with `""` for a quote.',
  RawString: '`"""…"""`, three quotes or more; on lines of its own the margin of the closing quotes is taken off each.',
  InterpolatedStart: '`$"`, `$@"`, `@$"`, `$"""`, and `$$"""` with as many `$` as braces make a hole.',
  InterpolatedText: 'Text up to a hole or the end; `{{` and `}}` are braces.',
  HoleOpen: '`{`, or as many as there are `$`.',
  HoleFormat: '`:` and the format, up to the `}`.',
  HoleClose: '`}`, or as many as there are `$`.',
  InterpolatedEnd: 'The closing quotes.',
  BalancedTokens: 'Tokens to the next `;`, or to the end of a pair of braces.',
};
