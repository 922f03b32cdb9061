// The floors of the house, from the ground. A file imports only from its own floor or below, and the two wings
// (compiler: up to `lint`; runtime: from `stores` up) meet only at the door, `definition`.
const floors = [
  ['source', 'diagnostics', 'ir', 'regex'],
  ['syntax'],
  ['semantics'],
  ['analysis'],
  ['lint', 'definition'],
  ['stores'],
  ['runtime'],
  ['testing'],
  ['report', 'bindings'],
  ['cli'],
];
const compiler = ['source', 'syntax', 'semantics', 'analysis', 'lint'];
const engine = ['stores', 'runtime', 'testing'];
const dir = (names) => `^src/(${names.join('|')})/`;

const upward = floors.slice(0, -1).map((names, level) => ({
  name: `floor-${names[0]}`,
  comment: `${names.join(', ')} may not import from a floor above`,
  severity: 'error',
  from: { path: dir(names) },
  to: { path: dir(floors.slice(level + 1).flat()) },
}));

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    ...upward,
    {
      name: 'engine-knows-no-compiler',
      comment: 'the runtime wing runs the document alone',
      severity: 'error',
      from: { path: dir(engine) },
      to: { path: dir(compiler) },
    },
    {
      name: 'runtime-entry-knows-no-compiler',
      severity: 'error',
      from: { path: '^src/runtime\\.ts$' },
      to: { path: dir(compiler), reachable: true },
    },
    {
      name: 'definition-loader-knows-no-compiler',
      comment: 'only the lowering stands on the compiler side of the door',
      severity: 'error',
      from: { path: '^src/definition/', pathNot: '^src/definition/lowering' },
      to: { path: dir(['syntax', 'semantics', 'analysis', 'lint']) },
    },
    { name: 'not-to-tests', severity: 'error', from: { path: '^src' }, to: { path: '^(test|bench|scripts)/' } },
    {
      name: 'no-orphan-modules',
      severity: 'error',
      from: { orphan: true, path: '^src', pathNot: '\\.d\\.ts$' },
      to: {},
    },
    {
      name: 'not-unresolvable',
      severity: 'error',
      from: {},
      // Packages of types alone have no module.
      to: { couldNotResolve: true, pathNot: '^sarif$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js'],
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
};
