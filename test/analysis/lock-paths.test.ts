/** Locks that can be left held (findings.md, `lock-without-release`). */
import { describe, it } from 'vitest';
import { armApp, expectFindings } from './app.ts';

const helpers = `
void Done(string k) { DataStateMachine.Set(k, "k", IdempotencyStatus.Processed); }
void GiveUp(string k) { DataStateMachine.ReleaseLockAsFailed(k, "k"); }
void Perhaps(string k, bool really) { if (really) { GiveUp(k); } }
void Refuse() { throw new ValidationException("no"); }
void Quiet() { try { Refuse(); } catch (ValidationException) { Log.Warning("quiet"); } }
`;
const judge = (body: string): void => expectFindings(armApp(helpers, body), ['lock-without-release']);

describe('a lock', () => {
  it('may be given back by a helper, if the helper does so on every path', () => {
    judge('if (!DataStateMachine.TryAcquireLock("a", "k")) { return; } Done("a");');
    judge(
      'if (!DataStateMachine.TryAcquireLock("a", "k")) { return; } Perhaps("a", this.Item.Flag); //~ lock-without-release',
    );
  });

  it('may be given back by a local function or a delegate', () => {
    judge(`if (!DataStateMachine.TryAcquireLock("a", "k")) { return; }
      void Give() { Done("a"); }
      Give();`);
    judge(`if (!DataStateMachine.TryAcquireLock("a", "k")) { return; }
      Action give = () => GiveUp("a");
      give();`);
  });

  it('is left held by an exception of a helper, unless it is caught or never leaves', () => {
    judge('if (!DataStateMachine.TryAcquireLock("a", "k")) { return; } Refuse(); Done("a"); //~ lock-without-release');
    judge('if (!DataStateMachine.TryAcquireLock("a", "k")) { return; } Quiet(); Done("a");');
    judge(`if (!DataStateMachine.TryAcquireLock("a", "k")) { return; }
      try { Refuse(); } catch (Exception) { GiveUp("a"); throw; }
      Done("a");`);
    judge(`if (!DataStateMachine.TryAcquireLock("a", "k")) { return; } //~ lock-without-release
      try { C.G("x"); } catch (Down) { GiveUp("a"); throw; } catch (ExternalServiceException) { GiveUp("a"); throw; }
      Done("a");`);
  });

  it('is given back by a finally on every way out of its try', () => {
    judge(`foreach (var k in this.Item.K.Split(' ')) {
        if (!DataStateMachine.TryAcquireLock(k, "k")) { continue; }
        try { if (k == "x") { continue; } if (k == "y") { break; } if (k == "z") { return; } Refuse(); }
        finally { GiveUp(k); }
      }`);
  });

  it('is one of its own for each key', () => {
    judge(`if (!DataStateMachine.TryAcquireLock("a", "k")) { return; } //~ lock-without-release
      if (DataStateMachine.TryAcquireLock("b", "k")) { DataStateMachine.Set("b", "k", IdempotencyStatus.Processed); }`);
  });

  it('is known by its result, however that is asked', () => {
    const ways = [
      'if (!mine) { return; }',
      'if (mine == false) { return; }',
      'if (true != mine) { return; }',
      'if (mine is false) { return; }',
    ];
    for (const way of ways) judge(`var mine = DataStateMachine.TryAcquireLock("a", "k"); ${way} Done("a");`);
    judge('DataStateMachine.TryAcquireLock("a", "k"); //~ lock-without-release');
  });

  it('may be left by a continue inside a switch', () => {
    judge(`foreach (var k in this.Item.K.Split(' ')) {
        if (!DataStateMachine.TryAcquireLock(k, "k")) { continue; } //~ lock-without-release
        switch (k) { case "x": continue; default: break; }
        GiveUp(k);
      }`);
  });
});
