/** From functions, bodies and expressions of the IR to JavaScript functions. */
import type { Body, Evaluated, Expr, IrFunction, IrParameter, Stmt } from '../../../ir/ir.ts';
import type { ClassModel } from '../../../ir/model.ts';
import type { FrameRecorder } from '../frames.ts';
import { InvalidIrError } from '../invalid-ir.ts';
import { nameOf } from '../type-facts.ts';
import { emitEffect, emitExpression } from './expressions.ts';
import { callFunction, takesSelf } from './function-calls.ts';
import { wrapFunction } from './function-text.ts';
import { type Emitters, FunctionFrame, Generator, type ProgramView } from './generator.ts';
import { declareParameters } from './lambdas.ts';
import { emitPattern } from './patterns.ts';
import { emitStatements } from './statements.ts';
import { Unit } from './unit.ts';

export type Compiled = (...args: never[]) => unknown;

const emitters: Emitters = {
  expression: emitExpression,
  effect: emitEffect,
  statements: emitStatements,
  pattern: emitPattern,
};

interface Options {
  readonly name: string;
  readonly file: number;
  readonly isBody?: boolean;
  readonly self?: boolean;
  /** Class whose type parameters the receiver tells. */
  readonly owner?: ClassModel;
  /** Names that the hidden parameter `T` has arguments for. */
  readonly hidden?: readonly string[];
  /** Key under which a test may have stubbed the function. */
  readonly stub?: string;
}

export class Compiler {
  readonly #program: ProgramView;
  readonly #recorder: FrameRecorder;

  constructor(program: ProgramView, recorder: FrameRecorder) {
    this.#program = program;
    this.#recorder = recorder;
  }

  function(fn: IrFunction): Compiled {
    const program = this.#program;
    const self = takesSelf(fn);
    const owner = fn.owner === undefined ? undefined : program.facts.classModel(fn.owner);
    const options: Options = {
      name: fn.name,
      file: fn.file,
      self,
      hidden: program.hiddenTypeParams(fn),
      ...(self && owner !== undefined ? { owner } : {}),
      ...(program.stubs(fn.key) ? { stub: fn.key } : {}),
    };
    return this.#compile(options, fn.params, (g) => {
      const begin = fn.kind === 'constructor' && owner !== undefined ? this.#construct(g, fn, owner) : '';
      if (fn.body === undefined) return fn.kind === 'constructor' ? `{${begin}}` : g.fail(`${fn.key} has no body`);
      return `{${begin}${g.block(fn.body, 'body', g.scope)}}`;
    });
  }

  /** A constructor that the class does not write: field initialisers, then the base's. */
  implicitConstructor(owner: ClassModel): Compiled {
    const options: Options = { name: `new ${owner.name}`, file: owner.file, self: true, owner };
    return this.#compile(options, [], (g) => `{${this.#implicitBase(g, owner)}}`);
  }

  /** A class's field initialisers in order. */
  fieldInitialisers(owner: ClassModel): Compiled {
    const options: Options = { name: `new ${owner.name}`, file: owner.file, self: true, owner };
    return this.#compile(options, [], (g) => {
      const holder = this.#program.facts.isExceptionClass(owner.name) ? 'fields' : 'f';
      const fields = owner.fields.map((f, i) =>
        f.init === undefined || f.static === true
          ? ''
          : g.at('fields', () =>
              g.at(
                i,
                () =>
                  `p=${f.init?.s[0] as number};s.${holder}[${JSON.stringify(f.name)}]=${g.expr(f.init as Expr, 'init')};`,
              ),
            ),
      );
      return hoisting(g, fields.join(''));
    });
  }

  /** A class's static field initialisers, given the record of its static fields. */
  staticInitialisers(owner: ClassModel): Compiled {
    const options: Options = { name: `static ${owner.name}`, file: owner.file };
    const record: IrParameter = { id: Number.MAX_SAFE_INTEGER, name: '', t: 'object' };
    return this.#compile(options, [record], (g) => {
      const target = g.localName(record.id);
      const fields = owner.fields.map((f, i) =>
        f.init === undefined || f.static !== true
          ? ''
          : g.at('fields', () =>
              g.at(i, () => `${target}[${JSON.stringify(f.name)}]=${g.expr(f.init as Expr, 'init')};`),
            ),
      );
      return hoisting(g, fields.join(''));
    });
  }

  body(body: Body, name: string): Compiled {
    const options: Options = { name, file: body.file, isBody: true };
    const done = Object.freeze({ value: null });
    return this.#compile(options, body.params, (g) => {
      const text = g.block(body.block, 'block', g.scope);
      return `{${text}return ${g.constant(done)};}`;
    });
  }

  /** `this` in it is what the caller hands in: the row of a member's default or of an invariant. */
  expression(e: Evaluated, name: string): Compiled {
    const block: readonly Stmt[] = [{ k: 'return', s: e.e.s, e: e.e }];
    return this.#compile({ name, file: e.file, self: true }, [], (g) => g.block(block, 'e', g.scope));
  }

  // -------------------------------------------------------------- constructors

  /** What runs before a constructor's body. */
  #construct(g: Generator, fn: IrFunction, owner: ClassModel): string {
    const { chain } = fn;
    if (chain === undefined) return this.#implicitBase(g, owner);
    const init = chain.self ? '' : this.#initialise(g, owner);
    const args = g.at('chain', () => g.exprs(chain.args, 'args'));
    if (this.#program.function(chain.ctor) !== undefined) {
      return `${init}${callFunction(g, chain.ctor, false, { js: 's', nonNull: true }, args, undefined)};`;
    }
    // The implicit constructor of a base class has no function of its own.
    const base = owner.base === undefined ? undefined : this.#program.facts.classModel(nameOf(owner.base));
    if (base !== undefined || !this.#program.facts.isExceptionClass(owner.name)) {
      return init + this.#callImplicit(g, base);
    }
    g.throwing();
    return `${init}${g.helper('baseException')}(s,${g.literal(chain.ctor, 'ctor')},[${args.join(',')}]);`;
  }

  #implicitBase(g: Generator, owner: ClassModel): string {
    const { facts } = this.#program;
    const init = this.#initialise(g, owner);
    const base = owner.base === undefined ? undefined : facts.classModel(nameOf(owner.base));
    if (base !== undefined) {
      const own = base.functions
        .map((key) => this.#program.function(key))
        .find((f) => f?.kind === 'constructor' && f.params.length === 0);
      if (own !== undefined) {
        return `${init}${callFunction(g, own.key, false, { js: 's', nonNull: true }, [], undefined)};`;
      }
      return init + this.#callImplicit(g, base);
    }
    const exception = facts.libraryBase(owner.name);
    if (exception === undefined) return init;
    g.throwing();
    return `${init}${g.helper('baseException')}(s,${JSON.stringify(`${exception}.new()`)},[]);`;
  }

  #callImplicit(g: Generator, base: ClassModel | undefined): string {
    const cell = base === undefined ? undefined : this.#program.implicitConstructor(base.name);
    if (cell === undefined) return '';
    g.calling();
    return `${g.constant(cell)}.f(h,s);`;
  }

  #initialise(g: Generator, owner: ClassModel): string {
    if (!owner.fields.some((f) => f.init !== undefined && f.static !== true)) return '';
    g.calling();
    return `${g.constant(this.#program.fieldInitialisers(owner.name))}.f(h,s);`;
  }

  // -------------------------------------------------------------- text

  #compile(options: Options, params: readonly IrParameter[], body: (g: Generator) => string): Compiled {
    const program = this.#program;
    const unit = new Unit();
    const hidden = options.hidden ?? [];
    const ofOwner = options.owner?.typeParams ?? [];
    const typeParams = new Set([...ofOwner, ...hidden]);
    const env = typeParams.size > 0 ? `E${unit.fresh()}` : undefined;
    const frame = new FunctionFrame({
      owner: { name: options.name, file: options.file, recorder: this.#recorder },
      parent: undefined,
      isBody: options.isBody === true,
      env,
      typeParams,
      hasSelf: options.self === true,
    });
    const g = new Generator(program, unit, emitters, frame);
    try {
      const declared = declareParameters(g, params);
      const text = body(g);
      const all = ['h', ...(options.self === true ? ['s'] : []), ...(hidden.length > 0 ? ['T'] : []), ...declared];
      let head = '';
      if (env !== undefined && text.includes(`${env}.`)) {
        const outer =
          ofOwner.length > 0
            ? `${g.helper('envOf')}(s,${JSON.stringify(options.owner?.name)})`
            : g.constant(program.emptyEnv);
        head = `const ${env}=${outer}${hidden.length > 0 ? `.extend(${g.constant(hidden)},T)` : ''};`;
      }
      if (options.stub !== undefined) {
        const stub = `h.functionStub(${JSON.stringify(options.stub)})`;
        head += `const z=${stub};if(z!==undefined)return z(${declared.join(',')});`;
      }
      return unit.build(wrapFunction(g, all, head, text, false));
    } catch (e) {
      if (e instanceof InvalidIrError) throw e;
      // What the IR's types promise was not so, or it is nested beyond all measure.
      if (e instanceof TypeError || e instanceof RangeError || e instanceof SyntaxError) {
        throw new InvalidIrError(e.message, g.place());
      }
      throw e;
    }
  }
}

/** Initialisers in a block of their own, with the locals that their expressions declare. */
function hoisting(g: Generator, text: string): string {
  const hoisted = g.scope.hoisted.length > 0 ? `let ${g.scope.hoisted.join(',')};` : '';
  return `{${hoisted}${text}}`;
}
