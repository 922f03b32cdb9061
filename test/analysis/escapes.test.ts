/** Which network exceptions leave a body: exceptions are followed as C# does (findings.md, "Network findings"). */
import { describe, it } from 'vitest';
import { armApp, expectFindings } from './app.ts';

const names = ['network-fault-unhandled', 'network-refusal-unhandled'];
const judge = (body: string, helpers = ''): void => expectFindings(armApp(helpers, body), names);

describe('a filter', () => {
  it('that asks a helper for the type takes what the helper says', () => {
    judge(
      `try { C.G("1"); } catch (Exception e) when (Transient(e)) { Log.Warning("a"); }
       try { C.G("2"); } catch (Exception e) when (Never(e)) { Log.Warning("a"); } //~ network-fault-unhandled
       try { C.G("3"); } catch (Exception e) when (!Never(e)) { Log.Warning("a"); }`,
      `bool Transient(Exception e) => e is NetworkException || e is ExternalServiceException;
       bool Never(Exception e) => false;`,
    );
  });

  it('may say no where its answer is not known', () => {
    judge(
      'try { C.G("1"); } catch (Exception e) when (e.Message != "") { Log.Warning("a"); } //~ network-fault-unhandled',
    );
  });
});

describe('a catch of everything', () => {
  it('lets out only the types that it throws on', () => {
    judge(`try { C.G("1"); } catch (Exception e) { var net = e is NetworkException; if (!net) { throw; } } //~ network-refusal-unhandled
      try { C.G("2"); } catch (Exception e) { switch (e) { case NetworkException: return; default: throw; } } //~ network-refusal-unhandled
      try { C.G("3"); } catch (Exception e) { if (e is ExternalServiceException x && x.StatusCode == 404) { return; } throw; } //~ network-fault-unhandled`);
  });

  it('that hands the exception to a helper lets out what the helper throws of it', () => {
    judge(
      `try { C.G("1"); } catch (Exception e) { Handle(e); }
       try { C.G("2"); } catch (Exception e) { throw Made("x"); } //~ network-fault-unhandled
       try { C.G("3"); } catch (Exception e) { throw Same(e); } //~ network-fault-unhandled`,
      `void Handle(Exception e) { if (e is not NetworkException && e is not ExternalServiceException) { throw e; } }
       NetworkException Made(string m) => new Down(m);
       Exception Same(Exception e) => e;`,
    );
  });

  it('whose new network exception is thrown for another failure is told where it is thrown', () => {
    judge(`try { R.Single(r => r.K == "x"); }
      catch (InvalidOperationException) { throw new NetworkException("not one"); } //~ network-fault-unhandled`);
  });
});

describe('a flag', () => {
  it('that is known at the call decides which branch of the helper runs', () => {
    judge(
      `Send(false);
       Send(this.Item.Flag); //~ network-fault-unhandled
       SendNot(false); //~ network-fault-unhandled
       Send(true); //~ network-fault-unhandled`,
      `void Send(bool really) { if (really) { C.G("x"); } }
       void SendNot(bool really) { really = true; if (really) { C.G("x"); } }`,
    );
  });

  it('that anything assigns is not known', () => {
    judge(
      `bool ok = false;
      void Local() { ok = true; }
      Local();
      if (ok) { C.G("1"); } //~ network-fault-unhandled
      var failed = false;
      try { C.G("2"); } catch (Exception) { failed = true; }
      if (failed) { C.G("3"); } //~ network-fault-unhandled
      var parsed = false;
      Told(out parsed);
      if (parsed) { C.G("4"); } //~ network-fault-unhandled`,
      'void Told(out bool told) { told = true; }',
    );
  });
});

describe('an exception that is kept', () => {
  it('is its call’s when it is thrown later, and null where there was none', () => {
    judge(`Exception? last = null;
      for (var i = 0; i < 3; i++) {
        try { C.G("1"); break; } //~ network-fault-unhandled
        catch (Exception e) { last = e; }
      }
      if (last is null) { C.G("2"); } //~ network-fault-unhandled
      else { throw last; }`);
  });

  it('is only what it is seen as', () => {
    judge(`Exception? kept = null;
      try { C.G("1"); } //~ network-refusal-unhandled
      catch (Exception e) { kept = e; }
      var refusal = kept as ExternalServiceException;
      if (refusal != null) { throw refusal; }`);
  });
});

describe('a delegate', () => {
  it('is followed from local to local, into itself, and through helpers', () => {
    judge(
      `this.Item.K = Or(() => throw new NetworkException("x"), "y");
       Func<string, string> f = id => C.G(id); //~ network-fault-unhandled
       var g = f;
       this.Item.K = g("x");
       Func<int, int>? rec = null;
       rec = n => n == 0 ? 0 : rec!(n - 1) + C.G("r").Length; //~ network-fault-unhandled
       this.Item.N = rec(3);
       Through(Through, () => C.G("t")); //~ network-fault-unhandled`,
      `T Or<T>(Func<T> ask, T other) { try { return ask(); } catch (Exception) { return other; } }
       void Through(Action<Action> first, Action then) { then(); }
       void Through(Action act) { act(); }`,
    );
  });

  it('that a helper or an initialiser stores counts where it is handed over', () => {
    judge(
      `Keep(() => C.G("kept")); //~ network-fault-unhandled
       this.Item.N = Store.N; //~ network-fault-unhandled`,
      `class Store { public static Action Last = () => C.G("static"); public static int N = 1; }
       void Keep(Action a) { new List<Action>().Add(a); }`,
    );
  });
});

describe('a helper that is called in very many ways', () => {
  it('loses none of the exceptions that come by its parameter', () => {
    const kinds = Array.from({ length: 80 }, (_, i) => `Down${i}`);
    judge(
      kinds
        .map((kind) => `Run(() => { if (this.Item.Flag) { throw new ${kind}(); } }); //~ network-fault-unhandled`)
        .join('\n'),
      `void Run(Action act) { act(); }
       ${kinds.map((kind) => `class ${kind} : NetworkException { }`).join('\n')}`,
    );
  });
});

describe('a finally', () => {
  it('that always throws leaves nothing of what was on its way, not even the return', () => {
    judge(
      `Never();
       C.G("not reached");`,
      'int Never() { try { return C.G("x").Length; } finally { throw new ConflictException("no"); } }',
    );
  });

  it('that ends lets everything on', () => {
    judge(
      'Always(); //~ network-fault-unhandled',
      'int Always() { try { return C.G("x").Length; } finally { Log.Information("so"); } }',
    );
  });
});
