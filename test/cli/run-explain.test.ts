/** `osy run --explain`: sentences of one delivery, and of where its run is. */
import { describe, expect, it } from 'vitest';
import { inFolder, osy } from './harness.ts';

const app = {
  'app.osy': 'app Doors { model "*.osy"; egress "bell.example"; }\n',
  'door.osy': `enum St { Open, Shut, Locked }
entity Door { St S; }
client Bell { BaseUrl = "https://bell.example"; [Post("/ring")] int Ring(); }
workflow DoorFlow { Tracks = Door.S; Autostart = true; Initial = Open;
  event Shut(); event Lock();
  state Open {
    on Shut { goto Shut; }
    Expire { Within = TimeSpan.FromDays(1); }
    on Expire { goto Locked; }
  }
  state Shut {
    enter { Bell.Ring(); }
    on Lock { goto Locked; }
  }
  terminal success Locked { }
}
`,
};
const start = 'TestClock.Set(new DateTime(2026, 3, 2, 9, 0, 0)); var d = new Door(); UnitOfWork.Commit(); ';

async function explained(script: string, delivery: string): Promise<{ code: number; out: string; err: string }> {
  return inFolder({ ...app, 'play.script': script }, (cwd) =>
    osy(['run', '.', '--script', 'play.script', '--explain', delivery], { cwd }),
  );
}

describe('--explain', () => {
  it('tells what a delivery did, body by body, and what its run waits for', async () => {
    const { code, out } = await explained(`${start}Bell.Ring.Stub(() => 1); DoorFlow.RaiseShut(d);`, '4');
    expect(code).toBe(0);
    expect(out).toBe(`Delivery 4 was the event Shut, raised by a caller who waits for it, at
2026-03-02T09:00:00Z. It went to run 1 of DoorFlow, which was in Open.
  Hop 1 took Open/on Shut (stateTransition, profile Manual) from Open.
    OnExecute (30) ran the body at door.osy:7, and decided: goto Shut (line 7).
    CancelScheduledJobs (39): cancels Open/Expire.
    ChangeState (50): Open → Shut.
    It called Bell.Ring (a stub), and was answered.
    OnEntry (60) ran the body at door.osy:12.
It was done, and all of it is kept. The run was in Shut.

Now run 1 is active in Shut, since 2026-03-02T09:00:00Z.
It waits for:
  - the event Lock
`);
  });

  it('tells of a delivery that was undone why, and when it is tried again', async () => {
    const { code, out } = await explained(
      `${start}Bell.Ring.Fails(new NetworkException("no route")); DoorFlow.RaiseShut(d);`,
      '4',
    );
    expect(code).toBe(0);
    expect(out).toContain('It called Bell.Ring (a stub), which failed: ');
    expect(out).toContain('OnEntry (60) threw in the body at door.osy:12.');
    expect(out).toContain('It was undone because of NetworkException: no route. Nothing of the above');
    expect(out).toContain('It is tried again at 2026-03-02T09:00:01Z.');
    expect(out).toContain('Now run 1 is active in Open');
    expect(out).toMatch(/- attempt 2 of event Shut at 2026-03-02T09:00:01Z, after[\s\S]*no route/);
  });

  it('tells of the deliveries that there were', async () => {
    const { code, err } = await explained(start, '77');
    expect(err).toBe('osy: no delivery 77 was made while this ran; these were made: 1\n');
    expect(code).toBe(2);
  });
});
