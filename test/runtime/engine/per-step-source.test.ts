/** A perStep workflow written in Osy: what `on fault` is given has gone through the store, and is what was thrown. */
import { expect, test } from 'vitest';
import type { Row } from '../../../src/runtime/interpreter/host.ts';
import { Decimal } from '../../../src/runtime/library/decimal.ts';
import { engineOf } from './source.ts';
import { minute, read, stateOfRow, stores } from './support.ts';

const source = `
enum S { Cart, Paid, Held, Off }
entity Order { string Name; string Trace = ""; S State; }
class TooDear : Exception {
  public decimal Limit { get; }
  public TooDear(string message, decimal limit) : base(message) { Limit = limit; }
}
[Commit(PerStep)]
workflow Sale {
  Tracks = Order.State; Autostart = true; Initial = Cart;
  event Buy(decimal price);
  event Ask();
  state Cart {
    subscribe Ask() as Asked {
      Finished { Within = TimeSpan.FromMinutes(30); Remind Nudge(After = TimeSpan.FromMinutes(1), ThenEvery = TimeSpan.FromMinutes(1)) { this.Item.Trace += "nudge "; } Unfinished { goto Off; } }
    }
    exit { this.Item.Trace += "-Cart "; }
    on Buy(decimal price) { this.Item.Trace += $"buy {price} "; if (price > 10m) { throw new TooDear("too dear", 10.50m); } goto Paid; }
  }
  state Paid {
    enter { this.Item.Trace += "+Paid "; throw new TooDear("no stock", 1.0m); }
  }
  state Held { enter { this.Item.Trace += "+Held "; } on Buy { goto Off; } }
  on fault (TooDear e) { this.Item.Trace += $"{e.Message} {e.Limit} "; goto Held; }
  terminal cancel Off { }
}`;

test.each(stores)(
  'is delivered step by step, and its boundary sees the exception that was thrown, on %s',
  (_name, make) => {
    const engine = engineOf(source, { store: make() });
    const unit = engine.unit();
    const [cheap, dear] = ['a', 'b'].map((name) => unit.create('Order', { Name: name })) as [Row, Row];
    unit.commit();
    engine.advance(2n * minute);
    unit.raise('Sale', 'Buy', cheap, [Decimal.parse('5')]);
    unit.raise('Sale', 'Buy', dear, [Decimal.parse('11.0')]);
    unit.commit();
    expect(read(cheap, 'Trace')).toBe('nudge nudge buy 5 -Cart no stock 1.0 +Held ');
    expect(read(dear, 'Trace')).toBe('nudge nudge too dear 10.50 -Cart +Held ');
    expect([cheap, dear].map((row) => stateOfRow(engine, row))).toEqual(['Held', 'Held']);
    expect(engine.incidents().map((i) => [i.type, i.resolvedAt !== null])).toEqual([
      ['TooDear', true],
      ['TooDear', true],
    ]);
  },
);
