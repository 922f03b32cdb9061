/** Whether everything that a definition names is there: the schema cannot say it. */
import { parseIrType } from '../ir/types.ts';
import type { Definition, WorkflowDefinition } from './document.ts';

export interface DanglingReference {
  readonly pointer: string;
  readonly message: string;
}

type Path = readonly (string | number)[];

const typeKeys = ['t', 'from', 'returns', 'of', 'faultType'];

/** The first reference that leads nowhere, in the order of the document. */
export function findDanglingReference(definition: Definition): DanglingReference | undefined {
  try {
    new References(definition).check();
    return undefined;
  } catch (error) {
    if (error instanceof Dangling) return { pointer: pointerOf(error.path), message: error.message };
    throw error;
  }
}

class Dangling extends Error {
  readonly path: Path;
  constructor(path: Path, message: string) {
    super(message);
    this.path = path;
  }
}

function pointerOf(path: Path): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

class References {
  readonly #definition: Definition;
  readonly #functions: ReadonlySet<string>;
  readonly #workflows: ReadonlyMap<string, WorkflowDefinition>;
  readonly #entities: ReadonlySet<string>;
  readonly #classes: ReadonlySet<string>;
  readonly #operations: ReadonlySet<string>;
  readonly #policies: ReadonlySet<string>;
  readonly #principals: ReadonlySet<string>;

  constructor(definition: Definition) {
    const names = (items: readonly { readonly name: string }[]) => new Set(items.map((item) => item.name));
    this.#definition = definition;
    this.#functions = new Set(Object.keys(definition.functions));
    this.#workflows = new Map(definition.workflows.map((workflow) => [workflow.key, workflow]));
    this.#entities = names(definition.types.entities);
    this.#classes = names(definition.types.classes);
    this.#operations = new Set(
      definition.types.clients.flatMap((client) => client.operations.map((op) => `${client.name} ${op.key}`)),
    );
    this.#policies = names(definition.policies);
    this.#principals = names(definition.principals);
  }

  check(): void {
    const { pipeline, types, functions, workflows, tests } = this.#definition;
    this.#steps(pipeline.steps);
    types.entities.forEach((entity, i) => {
      if (entity.base !== undefined) need(this.#entities, entity.base, 'entity', ['types', 'entities', i, 'base']);
    });
    types.classes.forEach((of, i) => {
      of.functions.forEach((key, j) => {
        need(this.#functions, key, 'function', ['types', 'classes', i, 'functions', j]);
      });
    });
    for (const [key, fn] of Object.entries(functions)) {
      if (fn.key !== key) throw new Dangling(['functions', key, 'key'], `must be '${key}', the name it stands under`);
    }
    workflows.forEach((workflow, i) => {
      this.#workflow(workflow, ['workflows', i]);
    });
    tests?.forEach((test, i) => {
      need(this.#functions, test.function, 'function', ['tests', i, 'function']);
      if (test.fixture !== undefined) need(this.#functions, test.fixture, 'function', ['tests', i, 'fixture']);
      if (test.runas !== undefined) need(this.#principals, test.runas, 'principal', ['tests', i, 'runas']);
    });
    this.#nodes(this.#definition, []);
  }

  #steps(steps: Definition['pipeline']['steps']): void {
    steps.forEach((step, i) => {
      const before = steps[i - 1];
      if (before !== undefined && before.order >= step.order) {
        throw new Dangling(
          ['pipeline', 'steps', i, 'order'],
          `steps ascend: ${step.order} may not follow ${before.order}`,
        );
      }
    });
  }

  #workflow(workflow: WorkflowDefinition, at: Path): void {
    const states = new Set(workflow.states.map((state) => state.name));
    const events = new Map(workflow.events.map((event) => [event.name, event]));
    const keys = new Set(workflow.transitions.map((transition) => transition.key));
    const entity = this.#definition.types.entities.find((each) => each.name === workflow.tracks.entity);
    need(this.#entities, workflow.tracks.entity, 'entity', at, 'tracks', 'entity');
    if (entity?.base === undefined) {
      const fields = new Set(entity?.fields.map((field) => field.name));
      need(fields, workflow.tracks.field, `field of '${workflow.tracks.entity}'`, at, 'tracks', 'field');
    }
    const enums = new Set(this.#definition.types.enums.map((each) => each.name));
    need(enums, workflow.tracks.enum, 'enum', at, 'tracks', 'enum');
    need(states, workflow.initial, 'state', at, 'initial');
    const deadline = workflow.deadline?.transition;
    if (deadline !== undefined) need(keys, deadline, 'transition', at, 'deadline', 'transition');

    workflow.states.forEach((state, i) => {
      const here = [...at, 'states', i];
      const timers = new Set(state.timers.map((timer) => timer.key));
      const slots = new Set(state.slots.map((slot) => slot.name));
      state.auto.forEach((key, j) => {
        need(keys, key, 'transition', here, 'auto', j);
      });
      state.timers.forEach((timer, j) => {
        if (timer.transition !== undefined) need(keys, timer.transition, 'transition', here, 'timers', j, 'transition');
        if (timer.slot !== undefined) need(slots, timer.slot, 'slot', here, 'timers', j, 'slot');
      });
      state.slots.forEach((slot, j) => {
        need(events, slot.event, 'event', here, 'slots', j, 'event');
        for (const word of ['assigned', 'finished'] as const) {
          const timer = slot[word]?.timer;
          if (timer !== undefined) need(timers, timer, 'timer', here, 'slots', j, word, 'timer');
        }
      });
      if (state.child !== undefined) need(this.#workflows, state.child.workflow, 'workflow', here, 'child', 'workflow');
    });

    workflow.transitions.forEach((transition, i) => {
      const here = [...at, 'transitions', i];
      if (transition.from !== undefined) need(states, transition.from, 'state', here, 'from');
      if (transition.event !== undefined) need(events, transition.event, 'event', here, 'event');
      if (transition.slot !== undefined) {
        const slots = workflow.states.find((state) => state.name === transition.from)?.slots ?? [];
        need(new Set(slots.map((slot) => slot.name)), transition.slot, 'slot', here, 'slot');
      }
      if (transition.child !== undefined) {
        const child = workflow.states.find((state) => state.name === transition.from)?.child;
        need(new Set(child && [child.name]), transition.child.name, 'child', here, 'child', 'name');
      }
      transition.targets.forEach((target, j) => {
        if (target !== 'self') need(states, target, 'state', here, 'targets', j);
      });
      const arity = transition.event === undefined ? undefined : events.get(transition.event)?.params.length;
      transition.args.forEach((arg, j) => {
        if (arity !== undefined && arg >= arity) {
          throw new Dangling([...here, 'args', j], `event '${transition.event}' has ${arity} parameters`);
        }
      });
    });
    this.#gotos(workflow, states, [...at]);
  }

  #gotos(value: unknown, states: ReadonlySet<string>, at: (string | number)[]): void {
    if (typeof value !== 'object' || value === null) return;
    const node = value as { readonly k?: unknown; readonly state?: unknown };
    if (node.k === 'goto' && typeof node.state === 'string') need(states, node.state, 'state', at, 'state');
    for (const [key, item] of Object.entries(value)) {
      at.push(key);
      this.#gotos(item, states, at);
      at.pop();
    }
  }

  /** Everything that a node of a body names, and that types can be read. */
  #nodes(value: unknown, at: (string | number)[]): void {
    if (typeof value !== 'object' || value === null) return;
    const node = value as Readonly<Record<string, unknown>>;
    if (!Array.isArray(value)) {
      if (typeof node['k'] === 'string') this.#node(node, at);
      for (const key of typeKeys) this.#type(node, key, at);
      if (typeof node['file'] === 'number') this.#file(node['file'], at);
    }
    for (const key in value) {
      at.push(Array.isArray(value) ? Number(key) : key);
      this.#nodes(node[key], at);
      at.pop();
    }
  }

  #node(node: Readonly<Record<string, unknown>>, at: Path): void {
    const name = (key: string) => node[key] as string;
    const optional = (key: string) => {
      if (node[key] !== undefined) need(this.#functions, name(key), 'function', at, key);
    };
    switch (node['k']) {
      case 'call':
        need(this.#functions, name('fn'), 'function', at, 'fn');
        return;
      case 'fnref':
        optional('fn');
        return;
      case 'prop':
        optional('get');
        optional('set');
        return;
      case 'new':
        optional('ctor');
        need(this.#classes, name('c'), 'class', at, 'c');
        return;
      case 'newEntity':
      case 'rows':
        need(this.#entities, name('e'), 'entity', at, 'e');
        return;
      case 'client':
        need(this.#operations, `${name('c')} ${name('op')}`, 'client operation', at, 'op');
        return;
      case 'policy':
        need(this.#policies, name('p'), 'policy', at, 'p');
        return;
      case 'principal':
        need(this.#principals, name('p'), 'principal', at, 'p');
        return;
      case 'raise':
      case 'correlate': {
        need(this.#workflows, name('w'), 'workflow', at, 'w');
        const events = new Set(this.#workflows.get(name('w'))?.events.map((event) => event.name));
        need(events, name('e'), `event of '${name('w')}'`, at, 'e');
        return;
      }
      case 'start':
        need(this.#workflows, name('w'), 'workflow', at, 'w');
        return;
      case 'assignSlot': {
        need(this.#workflows, name('w'), 'workflow', at, 'w');
        const slots = new Set(
          this.#workflows.get(name('w'))?.states.flatMap((state) => state.slots.map((s) => s.name)),
        );
        need(slots, name('slot'), `slot of '${name('w')}'`, at, 'slot');
        return;
      }
    }
  }

  #type(node: Readonly<Record<string, unknown>>, key: string, at: Path): void {
    const text = node[key];
    // A transition's `from` is a state.
    if (typeof text !== 'string' || (key === 'from' && node['targets'] !== undefined)) return;
    try {
      parseIrType(text);
    } catch {
      throw new Dangling([...at, key], `'${text}' is no type`);
    }
  }

  #file(file: number, at: Path): void {
    if (file >= this.#definition.sources.length) {
      throw new Dangling(
        [...at, 'file'],
        `there is no source ${file}: the document has ${this.#definition.sources.length}`,
      );
    }
  }
}

function need(
  known: { has(key: string): boolean },
  name: string,
  what: string,
  at: Path,
  ...rest: readonly (string | number)[]
): void {
  if (!known.has(name)) throw new Dangling([...at, ...rest], `there is no ${what} '${name}'`);
}
