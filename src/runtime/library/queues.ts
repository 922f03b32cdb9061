/** `Queue<T>` and `Stack<T>`. */
import type { IrType, LibraryKey } from '../../ir/ir.ts';
import { requireSource, Sequence, toArray, type Visit } from './enumeration.ts';
import { equalsValue } from './equality.ts';
import { raiseArgumentOutOfRange, raiseInvalidOperation, raiseModifiedDuringEnumeration } from './exceptions.ts';
import { copyInto } from './stretches.ts';
import { defaultOf } from './structs.ts';
import type { LibraryFunction, LibraryHost, Ref, Value } from './values.ts';

export class QueueValue extends Sequence {
  get typeName(): string {
    return 'Queue';
  }

  #items: Value[];
  /** Where the first element lies; what is before it is cut off now and then. */
  #head = 0;
  #version = 0;

  constructor(items: Value[] = []) {
    super();
    this.#items = items;
  }

  get size(): number {
    return this.#items.length - this.#head;
  }

  enqueue(item: Value): void {
    this.#items.push(item);
    this.#version++;
  }

  /** The first element; the queue must not be empty. */
  peek(): Value {
    return this.#items[this.#head];
  }

  /** Takes the first element out; the queue must not be empty. */
  dequeue(): Value {
    const item = this.#items[this.#head];
    this.#items[this.#head++] = undefined;
    if (this.#head > 1024 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    this.#version++;
    return item;
  }

  clear(): void {
    this.#items = [];
    this.#head = 0;
    this.#version++;
  }

  toArray(): Value[] {
    return this.#items.slice(this.#head);
  }

  each(visit: Visit): boolean {
    const version = this.#version;
    for (let i = 0; i < this.size; i++) {
      if (!visit(this.#items[this.#head + i])) return false;
      if (version !== this.#version) raiseModifiedDuringEnumeration();
    }
    return true;
  }

  *[Symbol.iterator](): Iterator<Value> {
    const version = this.#version;
    for (let i = 0; i < this.size; i++) {
      yield this.#items[this.#head + i];
      if (version !== this.#version) raiseModifiedDuringEnumeration();
    }
  }

  override count(): number {
    return this.size;
  }
}

export class StackValue extends Sequence {
  get typeName(): string {
    return 'Stack';
  }

  #items: Value[];
  #version = 0;

  /** The last of `items` is on top. */
  constructor(items: Value[] = []) {
    super();
    this.#items = items;
  }

  get size(): number {
    return this.#items.length;
  }

  push(item: Value): void {
    this.#items.push(item);
    this.#version++;
  }

  /** The top; the stack must not be empty. */
  peek(): Value {
    return this.#items[this.#items.length - 1];
  }

  /** Takes the top off; the stack must not be empty. */
  pop(): Value {
    this.#version++;
    return this.#items.pop();
  }

  clear(): void {
    this.#items = [];
    this.#version++;
  }

  /** Top first. */
  toArray(): Value[] {
    return this.#items.toReversed();
  }

  each(visit: Visit): boolean {
    const version = this.#version;
    for (let i = this.#items.length - 1; i >= 0; i--) {
      if (!visit(this.#items[i])) return false;
      if (version !== this.#version) raiseModifiedDuringEnumeration();
    }
    return true;
  }

  *[Symbol.iterator](): Iterator<Value> {
    const version = this.#version;
    for (let i = this.#items.length - 1; i >= 0; i--) {
      yield this.#items[i];
      if (version !== this.#version) raiseModifiedDuringEnumeration();
    }
  }

  override count(): number {
    return this.size;
  }
}

// ---------------------------------------------------------------- members

type Host = LibraryHost;
type Queue = QueueValue;
type Stack = StackValue;
type Types = readonly IrType[];

function filled(collection: Queue | Stack, what: string): void {
  if (collection.size === 0) raiseInvalidOperation(`${what} empty.`);
}

function attempt(host: Host, collection: Queue | Stack, take: () => Value, result: Ref, types: Types): boolean {
  const any = collection.size > 0;
  result.set(any ? take() : defaultOf(types[0]!, host));
  return any;
}

function contains(host: Host, collection: Queue | Stack, item: Value): boolean {
  host.charge(collection.size >> 3);
  return !collection.each((other) => !equalsValue(other, item));
}

function requireCapacity(capacity: number): void {
  if (capacity < 0) raiseArgumentOutOfRange('capacity', 'Non-negative number required.');
}

function copy(collection: Queue | Stack, target: Value[], to: number): null {
  copyInto(collection.toArray(), 0, target, to, collection.size);
  return null;
}

/** Members of `Queue<T>` and `Stack<T>`. */
export const queueLibrary: Readonly<Record<LibraryKey, LibraryFunction>> = {
  'Queue.new()': () => new QueueValue(),
  'Queue.new(int)': (_h: Host, capacity: number) => {
    requireCapacity(capacity);
    return new QueueValue();
  },
  'Queue.new(IEnumerable<T>)': (host: Host, source: Value) => {
    requireSource(source, 'collection');
    return new QueueValue(toArray(host, source));
  },
  'Queue.Count': (_h: Host, queue: Queue) => queue.size,
  'Queue.Enqueue(T)': (_h: Host, queue: Queue, item: Value) => {
    queue.enqueue(item);
    return null;
  },
  'Queue.Dequeue()': (_h: Host, queue: Queue) => {
    filled(queue, 'Queue');
    return queue.dequeue();
  },
  'Queue.Peek()': (_h: Host, queue: Queue) => {
    filled(queue, 'Queue');
    return queue.peek();
  },
  'Queue.TryDequeue(T)': (host: Host, queue: Queue, result: Ref, types: Types) =>
    attempt(host, queue, () => queue.dequeue(), result, types),
  'Queue.TryPeek(T)': (host: Host, queue: Queue, result: Ref, types: Types) =>
    attempt(host, queue, () => queue.peek(), result, types),
  'Queue.Contains(T)': contains,
  'Queue.Clear()': (_h: Host, queue: Queue) => {
    queue.clear();
    return null;
  },
  'Queue.ToArray()': (host: Host, queue: Queue) => {
    host.charge(queue.size);
    return queue.toArray();
  },
  'Queue.CopyTo(T[],int)': (_h: Host, queue: Queue, target: Value[], to: number) => copy(queue, target, to),
  'Stack.new()': () => new StackValue(),
  'Stack.new(int)': (_h: Host, capacity: number) => {
    requireCapacity(capacity);
    return new StackValue();
  },
  'Stack.new(IEnumerable<T>)': (host: Host, source: Value) => {
    requireSource(source, 'collection');
    return new StackValue(toArray(host, source));
  },
  'Stack.Count': (_h: Host, stack: Stack) => stack.size,
  'Stack.Push(T)': (_h: Host, stack: Stack, item: Value) => {
    stack.push(item);
    return null;
  },
  'Stack.Pop()': (_h: Host, stack: Stack) => {
    filled(stack, 'Stack');
    return stack.pop();
  },
  'Stack.Peek()': (_h: Host, stack: Stack) => {
    filled(stack, 'Stack');
    return stack.peek();
  },
  'Stack.TryPop(T)': (host: Host, stack: Stack, result: Ref, types: Types) =>
    attempt(host, stack, () => stack.pop(), result, types),
  'Stack.TryPeek(T)': (host: Host, stack: Stack, result: Ref, types: Types) =>
    attempt(host, stack, () => stack.peek(), result, types),
  'Stack.Contains(T)': contains,
  'Stack.Clear()': (_h: Host, stack: Stack) => {
    stack.clear();
    return null;
  },
  'Stack.ToArray()': (host: Host, stack: Stack) => {
    host.charge(stack.size);
    return stack.toArray();
  },
  'Stack.CopyTo(T[],int)': (_h: Host, stack: Stack, target: Value[], to: number) => copy(stack, target, to),
};
