/** `osy.config.json`: what it may say, what is refused, `extends`, overrides by globs, and the schema that says the same. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/lint/config.ts';
import { type Config, ConfiguredLevels, loadConfig } from '../../src/lint/config-files.ts';
import { finding } from './findings.ts';

const root = join(import.meta.dirname, '../..');
const schema = JSON.parse(readFileSync(join(root, 'schemas/osy.config.schema.json'), 'utf8')) as object;
const valid = new Ajv2020({ strict: true }).compile(schema);

function problemOf(text: string): string {
  const read = readConfig(text);
  return 'problem' in read ? read.problem : 'no problem';
}

describe('one file', () => {
  it.each([
    ['{', 'it is not JSON: '],
    ['[]', 'the config must be an object'],
    ['{"levles": {}}', "the config has no key 'levles'; did you mean 'levels'?"],
    ['{"xyz": {}}', "the config has no key 'xyz'; keys are $schema, extends, levels, overrides, maxWarnings, baseline"],
    ['{"levels": []}', "'levels' must be an object"],
    [
      '{"levels": {"unreachable-stat": "off"}}',
      "in 'levels': there is no finding 'unreachable-stat'; did you mean 'unreachable-state'?",
    ],
    ['{"levels": {"OSY310": "off"}}', "there is no finding 'OSY310'; did you mean 'OSY3101'?"],
    [
      '{"levels": {"unreachable-state": "mus"}}',
      "'mus' is no level for 'unreachable-state'; did you mean 'must'?; levels are",
    ],
    ['{"levels": {"unreachable-state": 2}}', "2 is no level for 'unreachable-state'"],
    ['{"levels": {"syntax-error": "off"}}', "'syntax-error' is a compile rule (error)"],
    ['{"levels": {"OSY3101": "off", "unreachable-state": "must"}}', "'unreachable-state' is set twice"],
    ['{"overrides": [{"levels": {}}]}', "'overrides[0]' has no 'files'"],
    [
      '{"overrides": [{"files": "a", "levels": {}, "level": {}}]}',
      "'overrides[0]' has no key 'level'; did you mean 'levels'?",
    ],
    ['{"maxWarnings": -1}', "'maxWarnings' must be a whole number from 0"],
    ['{"maxWarnings": 1.5}', "'maxWarnings' must be a whole number from 0"],
    ['{"extends": ""}', "each of 'extends' must be a text that is not empty"],
    ['{"baseline": 1}', "'baseline' must be a text that is not empty"],
  ])('%s is refused', (text, problem) => {
    expect(problemOf(text)).toContain(problem);
  });

  it('reads everything it may say', () => {
    const text = JSON.stringify({
      $schema: 'node_modules/osy/schemas/osy.config.schema.json',
      extends: 'base.json',
      levels: { 'unreachable-state': 'must', OSY3113: 'off' },
      overrides: [{ files: '*.test.osy', levels: { 'empty-catch': 'should' } }],
      maxWarnings: 3,
      baseline: 'known.json',
    });
    expect(readConfig(text)).toEqual({
      value: {
        extends: ['base.json'],
        levels: new Map([
          ['unreachable-state', 'must'],
          ['empty-catch', 'off'],
        ]),
        overrides: [{ files: ['*.test.osy'], levels: new Map([['empty-catch', 'should']]) }],
        maxWarnings: 3,
        baseline: 'known.json',
      },
    });
    expect(valid(JSON.parse(text))).toBe(true);
  });

  it('and its schema refuse the same documents', () => {
    const level = fc.constantFrom('off', 'must', 'error', 'warn', 1, null);
    const levels = fc.oneof(fc.dictionary(fc.constantFrom('unreachable-state', 'empty-catch'), level), fc.constant([]));
    const texts = fc.oneof(fc.constantFrom('a', '', 1), fc.array(fc.constantFrom('a', '', 2), { maxLength: 2 }));
    const override = fc.record({ files: texts, levels, more: fc.constant(1) }, { requiredKeys: [] });
    const config = fc.record(
      {
        $schema: fc.constantFrom('x', '', 1),
        extends: texts,
        levels,
        overrides: fc.oneof(fc.array(override, { maxLength: 2 }), fc.constant({})),
        maxWarnings: fc.constantFrom(0, 3, -1, 0.5, '1'),
        baseline: fc.constantFrom('b', '', 1),
        other: fc.constant(true),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(config, (document) => {
        expect('value' in readConfig(JSON.stringify(document))).toBe(valid(document));
      }),
      { numRuns: 1000 },
    );
  });
});

/** The config of `/w/app` in a file system of these files. */
function load(files: Readonly<Record<string, object>>, folder = '/w/app'): Config | string {
  const loaded = loadConfig(folder, {
    read: (path) => (files[path] === undefined ? undefined : { text: JSON.stringify(files[path]) }),
    shown: (path) => path.replace('/w/', ''),
  });
  return 'problem' in loaded ? loaded.problem : loaded.value;
}

describe('several files', () => {
  it('the nearest upward counts alone', () => {
    const near = { '/w/app/osy.config.json': { maxWarnings: 1 }, '/w/osy.config.json': { baseline: 'b.json' } };
    expect(load(near)).toMatchObject({ files: ['/w/app/osy.config.json'], maxWarnings: 1, baseline: undefined });
    expect(load(near, '/w/other/deep')).toMatchObject({ files: ['/w/osy.config.json'], baseline: '/w/b.json' });
    expect(load({}, '/elsewhere')).toMatchObject({ files: [] });
  });

  it('what extends wins over what is extended, and of two the later', () => {
    const config = load({
      '/w/app/osy.config.json': { extends: ['../a.json', '../b.json'], levels: { 'empty-catch': 'must' } },
      '/w/a.json': {
        levels: { 'empty-catch': 'off', 'unreachable-state': 'off' },
        maxWarnings: 1,
        baseline: 'a-known.json',
      },
      '/w/b.json': { levels: { 'unreachable-state': 'must', 'cannot-finish': 'off' }, maxWarnings: 2 },
    }) as Config;
    expect(Object.fromEntries(config.levels)).toEqual({
      'empty-catch': 'must',
      'unreachable-state': 'must',
      'cannot-finish': 'off',
    });
    expect(config).toMatchObject({ maxWarnings: 2, baseline: '/w/a-known.json' });
    expect(config.files).toEqual(['/w/a.json', '/w/b.json', '/w/app/osy.config.json']);
  });

  it('files that extend each other in a circle are refused, one extended twice is not', () => {
    expect(
      load({
        '/w/app/osy.config.json': { extends: '../a.json' },
        '/w/a.json': { extends: './b.json' },
        '/w/b.json': { extends: './a.json' },
      }),
    ).toBe('config files extend each other in a circle: a.json → b.json → a.json');
    expect(
      load({
        '/w/app/osy.config.json': { extends: ['../a.json', '../b.json'] },
        '/w/a.json': { extends: './b.json' },
        '/w/b.json': { maxWarnings: 7 },
      }),
    ).toMatchObject({ maxWarnings: 7 });
  });

  it('a problem names the file and who extends it', () => {
    expect(load({ '/w/app/osy.config.json': { extends: './gone.json' } })).toBe(
      "config file 'app/gone.json' (extended by 'app/osy.config.json') does not exist",
    );
    expect(load({ '/w/app/osy.config.json': { extends: '../a.json' }, '/w/a.json': { level: {} } })).toBe(
      "config file 'a.json' (extended by 'app/osy.config.json'): the config has no key 'level'; did you mean 'levels'?",
    );
  });
});

describe('overrides', () => {
  const levelIn = (config: Config, path: string, given = new Map()) => {
    const [told] = new ConfiguredLevels(config, given).apply([finding('empty-catch', path)], (p) => `/w/app/${p}`);
    return told?.diagnostic.level;
  };
  const config = load({
    '/w/app/osy.config.json': {
      levels: { 'empty-catch': 'should' },
      overrides: [
        { files: ['flows/**'], levels: { 'empty-catch': 'must' } },
        { files: '*.test.osy', levels: { 'empty-catch': 'off' } },
      ],
    },
  }) as Config;

  it('hold for the files their globs match; the last wins', () => {
    expect(levelIn(config, 'a.osy')).toBe('should');
    expect(levelIn(config, 'flows/a.osy')).toBe('must');
    expect(levelIn(config, 'flows/.old/a.osy')).toBe('must');
    expect(levelIn(config, 'other/flows/a.osy')).toBe('should');
    expect(levelIn(config, 'flows/a.test.osy')).toBeUndefined();
    expect(levelIn(config, 'flows/a.test.osy', new Map([['empty-catch', 'consider']]))).toBe('consider');
  });

  it('are relative to the file that they stand in, and a level of one that extends it wins', () => {
    const files = {
      '/w/app/osy.config.json': { extends: '../base.json' },
      '/w/base.json': { overrides: [{ files: './app/flows/*.osy', levels: { 'empty-catch': 'must' } }] },
    };
    expect(levelIn(load(files) as Config, 'flows/a.osy')).toBe('must');
    expect(levelIn(load(files) as Config, 'a.osy')).toBe('consider');
    const over = { ...files, '/w/app/osy.config.json': { extends: '../base.json', levels: { 'empty-catch': 'off' } } };
    expect(levelIn(load(over) as Config, 'flows/a.osy')).toBeUndefined();
  });
});

it.each([
  ['{\n  "levels": {\n    oops\n', 'line 3, column 5'],
  ['\ufeff{ "levels": {}, }', 'line 1, column 17'],
])('JSON that is broken is told with its place: %j', (text, place) => {
  const read = readConfig(text);
  expect('problem' in read && read.problem).toMatch(new RegExp(`^it is not JSON: .+ \\(${place}\\)$`));
});

it('JSON that ends too early is told to', () => {
  const read = readConfig('{ "levels": ');
  expect('problem' in read && read.problem).toMatch(/^it is not JSON: .+/);
});
