/** The run-time class of `Json`: a node of a JSON document as a value of the app. */

import { each, type Positions, Sequence, type Visit } from './enumeration.ts';
import { raiseListIndex } from './exceptions.ts';
import type { JsonNode } from './json-nodes.ts';
import { isArrayNode, isObjectNode, nodeText } from './json-nodes.ts';
import type { Value } from './values.ts';

export class JsonValue extends Sequence {
  get typeName(): string {
    return 'Json';
  }

  readonly node: Exclude<JsonNode, null>;

  constructor(node: Exclude<JsonNode, null>) {
    super();
    this.node = node;
  }

  /** JSON's null is C#'s. */
  static of(node: JsonNode | undefined): JsonValue | null {
    return node === null || node === undefined ? null : new JsonValue(node);
  }

  /** The elements of an array, the values of an object's members. */
  items(): readonly (JsonValue | null)[] {
    if (isArrayNode(this.node)) return this.node.map(JsonValue.of);
    return isObjectNode(this.node) ? [...this.node.values()].map(JsonValue.of) : [];
  }

  each(visit: Visit): boolean {
    return each(this.items(), visit);
  }

  [Symbol.iterator](): Iterator<Value> {
    return this.items()[Symbol.iterator]();
  }

  override count(): number {
    if (isArrayNode(this.node)) return this.node.length;
    return isObjectNode(this.node) ? this.node.size : 0;
  }

  override positions(): Positions | undefined {
    const { node } = this;
    if (!isArrayNode(node)) return undefined;
    return {
      length: () => node.length,
      at: (index) => (index >= 0 && index < node.length ? JsonValue.of(node[index]) : raiseListIndex()),
    };
  }

  override toString(): string {
    return nodeText(this.node);
  }
}
