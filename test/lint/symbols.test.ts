/** The symbol a place is in: named from the outside in, and the same wherever the lines are. */
import { expect, it } from 'vitest';
import { enclosingSymbol } from '../../src/lint/symbols.ts';
import { SourceFile } from '../../src/source/source.ts';
import { parse } from '../../src/syntax/parse.ts';

const text = `namespace Shop.Orders;

/*1*/ enum Kind { A, /*2*/ B }

entity Order {
  string Number = "/*3*/";
  invariant Number != "/*4*/" message "x";
  string Show(int n, List<string?> more) { return "/*5*/"; }
}

class Sum<T> {
  public Sum(int[] a) { var x = "/*6*/"; }
  public static Sum<T> operator +(Sum<T> a, Sum<T> b) { return /*7*/ a; }
  public string Text { get { return "/*8*/"; } }
}

client Desk {
  BaseUrl = "https:///*9*/";
  [Get("/x")] string Fetch(string /*10*/ id);
}

workflow Flow {
  Tracks = Order.Kind;
  event Go(string /*11*/ by);
  Start { var a = "/*12*/"; }
  on Go { var a = "/*13*/"; }
  state One {
    enter { var a = "/*14*/"; }
    exit { /*15*/ }
    subscribe Go(string by) as Gone {
      Candidates = "/*16*/";
      Requires { Lines { Must = "/*17*/" == ""; Message = ""; } }
      Finished {
        Within = /*18*/ TimeSpan.Zero;
        Remind Nudge(After = TimeSpan.Zero) { /*19*/ }
        Unfinished { /*20*/ }
      }
    }
    complete when (true) { /*21*/ }
    complete when (/*22*/ false) { }
    child Other(this.Item) as /*23*/ Kid;
    on Kid failed { /*24*/ }
    on fault (Exception e) { /*25*/ }
    Expire { Within = /*26*/ TimeSpan.Zero; }
  }
}
`;

it('every kind of place', () => {
  const { unit } = parse(new SourceFile('a.osy', text));
  const found = [...text.matchAll(/\/\*(\d+)\*\//g)].map((m) => [Number(m[1]), enclosingSymbol(unit, m.index)]);
  expect(Object.fromEntries(found)).toEqual({
    1: '',
    2: 'Shop.Orders.Kind',
    3: 'Shop.Orders.Order/Number',
    4: 'Shop.Orders.Order/invariant 1',
    5: 'Shop.Orders.Order/Show(int, List<string?>)',
    6: 'Shop.Orders.Sum/new(int[])',
    7: 'Shop.Orders.Sum/operator +(Sum<T>, Sum<T>)',
    8: 'Shop.Orders.Sum/Text',
    9: 'Shop.Orders.Desk/BaseUrl',
    10: 'Shop.Orders.Desk/Fetch(string)',
    11: 'Shop.Orders.Flow/event Go',
    12: 'Shop.Orders.Flow/Start',
    13: 'Shop.Orders.Flow/on Go',
    14: 'Shop.Orders.Flow/One/enter',
    15: 'Shop.Orders.Flow/One/exit',
    16: 'Shop.Orders.Flow/One/subscribe Gone/Candidates',
    17: 'Shop.Orders.Flow/One/subscribe Gone/Requires Lines',
    18: 'Shop.Orders.Flow/One/subscribe Gone/Finished/Within',
    19: 'Shop.Orders.Flow/One/subscribe Gone/Finished/Remind Nudge',
    20: 'Shop.Orders.Flow/One/subscribe Gone/Finished/Unfinished',
    21: 'Shop.Orders.Flow/One/complete when 1',
    22: 'Shop.Orders.Flow/One/complete when 2',
    23: 'Shop.Orders.Flow/One/child Kid',
    24: 'Shop.Orders.Flow/One/on Kid failed',
    25: 'Shop.Orders.Flow/One/on fault',
    26: 'Shop.Orders.Flow/One/Expire',
  });
});
