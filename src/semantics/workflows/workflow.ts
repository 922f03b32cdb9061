/** A workflow declaration as its model, with the compile rules of findings.md on the way. */
import {
  duplicateEvent,
  duplicateItem,
  duplicateState,
  initialIsTerminal,
  memberWithoutState,
  missingSetting,
  settingValue,
  stateWithoutMember,
  unknownSetting,
  unknownState,
} from '../../diagnostics/catalogue/workflows.ts';
import { diagnose } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/suggestions.ts';
import type { EventModel, StateModel, TransitionModel, WorkflowModel } from '../../ir/model.ts';
import type { HookBlock, Node, Setting, SettingsBlock } from '../../syntax/tree.ts';
import { argumentsOf, checkAttributes, findAttribute } from '../attributes.ts';
import type { DeclarationChecker } from '../declaration-checker.ts';
import type { EventSymbol, WorkflowSymbol } from '../symbols.ts';
import { eventParameters } from './parameters.ts';
import { Places, type RoutedBody, spanOf, unwrap } from './places.ts';
import { reportRedirectCycles } from './redirects.ts';
import { readServiceHours } from './service-hours.ts';
import { lastName, Settings } from './settings.ts';
import { readState, reportDuplicateArms } from './states.ts';
import { readClock } from './timers.ts';
import { checkTrackedDefault, checkTracks } from './tracks.ts';
import { type Heard, Transitions } from './transitions.ts';

const blockWords = ['ServiceHours', 'Deadline', 'Start'];
const settingNames = ['Tracks', 'Autostart', 'Initial', 'StartedAt'];

/** Undefined where the workflow tracks nothing that could hold a state. Its other rules are checked all the same. */
export function readWorkflow(checker: DeclarationChecker, workflow: WorkflowSymbol): WorkflowModel | undefined {
  checkTracks(checker, workflow);
  return new WorkflowReader(checker, workflow).read();
}

class WorkflowReader {
  readonly #checker: DeclarationChecker;
  readonly #workflow: WorkflowSymbol;
  readonly #blocks = new Map<string, SettingsBlock | HookBlock>();

  constructor(checker: DeclarationChecker, workflow: WorkflowSymbol) {
    this.#checker = checker;
    this.#workflow = workflow;
  }

  get #describe(): string {
    return `workflow '${this.#workflow.name}'`;
  }

  read(): WorkflowModel | undefined {
    const workflow = this.#workflow;
    const { declaration, file, entity } = workflow;
    const commit = this.#attributes();
    const settings = new Settings(
      { checker: this.#checker, file, describe: this.#describe },
      declaration.items.filter((item): item is Setting => item.kind === 'Setting'),
      settingNames,
    );
    this.#collectBlocks();
    this.#checkNames(settings);
    const autostart =
      settings.flag('Autostart', 'whether a run starts with its row is part of what is compiled') ?? false;
    const initial = this.#initial(settings);
    checkTrackedDefault(this.#checker, workflow, autostart, initial ?? '');
    // Without a row to speak of, every body would only repeat that.
    if (entity === undefined) return undefined;

    const places = new Places(this.#checker, workflow, entity);
    const hours = this.#blocks.get('ServiceHours');
    const serviceHours = hours?.kind === 'SettingsBlock' ? readServiceHours(places, hours) : undefined;
    const startedAt = settings.value('StartedAt');
    const start = this.#blocks.get('Start');
    const events = this.#events(places);
    const arms = this.#arms(places);
    const states = this.#states(places, initial, hours !== undefined);
    const deadline = this.#deadline(places, arms, hours !== undefined);
    const startedAtBody = startedAt && places.dateTime(startedAt, '`StartedAt`');
    const startBody = start?.kind === 'HookBlock' ? places.start(start.body) : undefined;
    reportRedirectCycles(this.#checker, file, states.enters);
    const tracks = settings.get('Tracks');
    if (workflow.field === undefined || workflow.enum === undefined || tracks === undefined || initial === undefined) {
      return undefined;
    }
    return {
      key: workflow.fullName,
      tracks: {
        entity: entity.symbol.fullName,
        field: workflow.field.name,
        enum: workflow.enum.symbol.fullName,
        span: spanOf(tracks),
      },
      autostart,
      initial,
      commit,
      ...(startedAtBody === undefined ? {} : { startedAt: startedAtBody }),
      ...(startBody === undefined ? {} : { start: startBody }),
      ...(deadline === undefined ? {} : { deadline }),
      ...(serviceHours === undefined ? {} : { serviceHours }),
      events,
      states: states.models,
      transitions: [...arms, ...states.transitions],
      file,
      span: spanOf(declaration),
      nameSpan: spanOf(declaration.name),
    };
  }

  /** `[Commit(PerStep)]` */
  #attributes(): 'atomic' | 'perStep' {
    const { declaration, file } = this.#workflow;
    checkAttributes(this.#checker, file, declaration.attributes, this.#describe, ['Commit']);
    const commit = findAttribute(declaration.attributes, 'Commit');
    if (commit === undefined) return 'atomic';
    const [mode] = argumentsOf(commit).positional;
    const name = mode && lastName(mode);
    if (name === 'PerStep') return 'perStep';
    if (name !== 'Atomic') {
      this.#checker.report(
        diagnose(settingValue, this.#checker.source(file), mode ?? commit, {
          name: 'Commit',
          expected: '`PerStep` or `Atomic`',
          why: 'it says whether each step of a move commits by itself, or the whole move at once',
        }),
      );
    }
    return 'atomic';
  }

  #collectBlocks(): void {
    const { declaration, file } = this.#workflow;
    const source = this.#checker.source(file);
    for (const item of declaration.items) {
      if (item.kind !== 'SettingsBlock' && item.kind !== 'HookBlock') continue;
      const word = item.word.name;
      if (!blockWords.includes(word)) {
        if (word === '') continue;
        const known = [...settingNames, ...blockWords];
        this.#checker.report(
          diagnose(unknownSetting, source, item.word, {
            name: word,
            of: this.#describe,
            nearest: nearest(word, known),
            known,
          }),
        );
      } else if (this.#blocks.has(word)) {
        this.#checker.report(diagnose(duplicateItem, source, item.word, { word, place: this.#describe }));
      } else this.#blocks.set(word, item);
    }
  }

  /** States against the enum, and names that stand twice. */
  #checkNames(settings: Settings): void {
    const workflow = this.#workflow;
    const { declaration, file, states, events } = workflow;
    const source = this.#checker.source(file);
    const members = workflow.enum?.symbol.members;
    for (const item of declaration.items) {
      if (item.kind === 'EventDeclaration') {
        const first = events.get(item.name.name)?.declaration;
        if (first === undefined || first === item) continue;
        this.#checker.report(
          diagnose(
            duplicateEvent,
            source,
            item.name,
            { event: item.name.name, workflow: workflow.name },
            related(first.name),
          ),
        );
      } else if (item.kind === 'StateDeclaration') {
        const name = item.name.name;
        const first = states.get(name);
        if (first === undefined) continue;
        if (first !== item) {
          this.#checker.report(
            diagnose(duplicateState, source, item.name, { state: name, workflow: workflow.name }, related(first.name)),
          );
        } else if (members !== undefined && workflow.enum !== undefined && !members.has(name)) {
          this.#checker.report(
            diagnose(stateWithoutMember, source, item.name, {
              state: name,
              enumName: workflow.enum.symbol.name,
              nearest: nearest(
                name,
                [...members.keys()].filter((member) => !states.has(member)),
              ),
            }),
          );
        }
      }
    }
    const tracks = settings.get('Tracks');
    if (members === undefined || workflow.enum === undefined || tracks === undefined) return;
    const missing = [...members.keys()].filter((member) => !states.has(member));
    if (missing.length > 0) {
      this.#checker.report(
        diagnose(memberWithoutState, source, tracks, {
          members: missing,
          enumName: workflow.enum.symbol.name,
          workflow: workflow.name,
        }),
      );
    }

    function related(first: Node) {
      return { related: [{ file: source, span: first, message: 'declared here first' }] };
    }
  }

  #initial(settings: Settings): string | undefined {
    const { declaration, file, name: workflow, states } = this.#workflow;
    const source = this.#checker.source(file);
    if (settings.get('Initial') === undefined) {
      if (!settings.isMissing('Initial')) return undefined;
      this.#checker.report(
        diagnose(missingSetting, source, declaration.name, {
          name: 'Initial',
          of: this.#describe,
          why: 'a run has to begin in some state',
          example: `Initial = ${[...states.values()].find((state) => state.terminal === undefined)?.name.name ?? 'Requested'};`,
        }),
      );
      return undefined;
    }
    const initial = settings.name('Initial', 'the name of a state', 'a run begins in the same state every time');
    if (initial === undefined) return undefined;
    const state = states.get(initial.name);
    if (state === undefined) {
      const suggestion = nearest(initial.name, states.keys());
      this.#checker.report(
        diagnose(unknownState, source, initial.at, { name: initial.name, workflow, nearest: suggestion }),
      );
      return undefined;
    }
    if (state.terminal !== undefined) {
      const setting = settings.get('Initial') as Setting;
      this.#checker.report(diagnose(initialIsTerminal, source, setting, { state: initial.name }));
    }
    return initial.name;
  }

  #events(places: Places): readonly EventModel[] {
    return [...this.#workflow.events.values()].map((event) => this.#event(places, event));
  }

  #event(places: Places, event: EventSymbol): EventModel {
    const { declaration } = event;
    const describe = `event '${event.name}'`;
    checkAttributes(this.#checker, places.file, declaration.attributes, describe, ['Authorize', 'CorrelateOn']);
    const { params } = eventParameters(event);
    const authorize = this.#attributeValue(places, event, 'Authorize', '[Authorize(u => u != null)]');
    const correlateOn = this.#attributeValue(places, event, 'CorrelateOn', '[CorrelateOn(this.Item.Code == code)]');
    const caller = this.#checker.declarations.types.nullable(this.#checker.principal());
    const authorizeBody = authorize && places.about(unwrap(authorize), caller, `\`Authorize\` of ${describe}`);
    const correlateBody = correlateOn && places.bool(correlateOn, `\`CorrelateOn\` of ${describe}`, params);
    return {
      name: event.name,
      params: event.params.map((param, id) => ({ id, name: param.name, t: param.type.key })),
      ...(authorizeBody === undefined ? {} : { authorize: authorizeBody }),
      ...(correlateBody === undefined ? {} : { correlateOn: correlateBody }),
      span: spanOf(declaration),
      nameSpan: spanOf(declaration.name),
    };
  }

  #attributeValue(places: Places, event: EventSymbol, name: string, example: string) {
    const attribute = findAttribute(event.declaration.attributes, name);
    if (attribute === undefined) return undefined;
    const [value] = argumentsOf(attribute).positional;
    if (value === undefined) {
      this.#checker.report(
        diagnose(missingSetting, places.source, attribute, {
          name,
          of: `event '${event.name}'`,
          why: 'the attribute holds a condition, and none is written',
          example,
        }),
      );
    }
    return value;
  }

  #arms(places: Places): readonly TransitionModel[] {
    const transitions = new Transitions(places);
    const heard: Heard[] = [];
    const models: TransitionModel[] = [];
    for (const item of this.#workflow.declaration.items) {
      if (item.kind !== 'Arm') continue;
      const read = transitions.arm(item, undefined);
      if (read.heard !== undefined) heard.push(read.heard);
      if (read.transition !== undefined && !models.some((other) => other.key === read.transition?.key)) {
        models.push(read.transition);
      }
    }
    reportDuplicateArms(places, heard, this.#describe);
    return models;
  }

  #states(places: Places, initial: string | undefined, hasServiceHours: boolean) {
    const models: StateModel[] = [];
    const transitions: TransitionModel[] = [];
    const enters = new Map<string, RoutedBody>();
    for (const state of this.#workflow.states.values()) {
      const read = readState(places, state, initial, hasServiceHours);
      models.push(read.model);
      transitions.push(...read.transitions);
      if (read.enter !== undefined) enters.set(read.model.name, read.enter);
    }
    return { models, transitions, enters };
  }

  #deadline(
    places: Places,
    arms: readonly TransitionModel[],
    hasServiceHours: boolean,
  ): WorkflowModel['deadline'] | undefined {
    const block = this.#blocks.get('Deadline');
    if (block?.kind !== 'SettingsBlock') return undefined;
    const clock = readClock(places, {
      settings: block.settings,
      due: 'Within',
      describe: `\`Deadline\` of ${this.#describe}`,
      needed: block.word,
      hasServiceHours,
    });
    if (clock.within === undefined) return undefined;
    const transition = arms.find((arm) => arm.kind === 'timeout');
    return {
      within: clock.within,
      accrues: clock.accrues,
      span: spanOf(block),
      ...(transition === undefined ? {} : { transition: transition.key }),
    };
  }
}
