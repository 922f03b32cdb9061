import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { ModelDocument } from '../../src/bindings/model/model-document.ts';
import { osy } from '../bindings/terminal.ts';

const root = resolve(import.meta.dirname, '../..');
const schema = JSON.parse(readFileSync(join(root, 'schemas/osy.model-1.schema.json'), 'utf8')) as object;
const apps = [
  'test/bindings/apps/claims',
  'examples/invitation',
  'examples/review',
  'fixtures/cases/lint/018-constructor-reaches-the-network',
];

describe('osy model --json', () => {
  it.each(apps)('fits its schema, which describes every member: %s', async (app) => {
    const model = await modelOf(app);
    const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(closed(schema) as object);
    validate(model);
    expect(validate.errors).toBeNull();
  });

  it('says of each function what it does, what it calls included', async () => {
    const { functions } = await modelOf('test/bindings/apps/claims');
    const pay = functions.find((f) => f.name === 'Pay');
    expect(pay).toMatchObject({
      calls: ['Claims.Transfer(Claims.Payout)'],
      effects: {
        reads: ['Claims.Payout.Amount', 'Claims.Payout.Reference'],
        writes: ['Claims.Payout.BankId'],
        network: ['Claims.Bank.Send'],
        raises: [],
      },
    });
    const file = functions.find((f) => f.name === 'File');
    expect(file).toMatchObject({ public: true, doc: 'Files a claim.', effects: { creates: ['Claims.Claim'] } });
    expect(file?.parameters.at(-1)).toEqual({ name: 'note', type: 'string?', optional: true });
    expect(functions.find((f) => f.name === 'CountOpen')?.effects).toMatchObject({
      queries: ['Claims.Claim'],
      reads: ['Claims.Claim.Status'],
    });
  });

  it('carries documentation, relations and the bodies of workflows', async () => {
    const model = await modelOf('test/bindings/apps/claims');
    const claim = model.entities.find((e) => e.name === 'Claims.Claim');
    expect(claim?.doc).toBe('What a customer asks to be paid for.\nOne row is one claim.');
    expect(claim?.fields[0]).toMatchObject({ name: 'Number', doc: "The number on the customer's letter." });
    expect(model.relations).toContainEqual({
      kind: 'reference',
      from: 'Claims.Claim',
      field: 'Owner',
      to: 'Claims.Clerk',
      required: false,
    });
    const [flow] = model.workflows;
    expect(flow?.bodies.find((b) => b.of === "the enter of state 'AwaitingPapers'")).toMatchObject({
      kind: 'enter',
      calls: ['Claims.AskForPapers(Claims.Claim)'],
      at: { file: 'test/bindings/apps/claims/claims.osy', line: 54 },
    });
  });

  it('prints one JSON document and nothing else; without --json, a page', async () => {
    const { out, err } = await osy(root, 'model', 'examples/review', '--json');
    expect(JSON.parse(out)).toMatchObject({ format: 'osy.model/1' });
    expect(err).toBe('');
    const page = await osy(root, 'model', 'examples/review');
    expect(page.out).toContain('states Pending, UnderReview, Done');
  });
});

async function modelOf(path: string): Promise<ModelDocument> {
  const { code, out } = await osy(root, 'model', path, '--json');
  expect(code).toBe(0);
  return JSON.parse(out) as ModelDocument;
}

/** The schema without room for members that it does not describe. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  return 'properties' in members && members['type'] === 'object'
    ? { ...members, additionalProperties: false }
    : members;
}
