/** An app whose runs fault until they are mended, and remember what they have done: for `osy runs` and `osy state`. */
export const orders = {
  'app.osy': 'app Orders { model "*.osy"; }\n',
  'orders.osy': `
entity Order { string Name; bool Ready; OrderStatus Status; }
enum OrderStatus { Open, Paid, Done, Gone }
class PayRequest { public string For; }
client Bank { BaseUrl = "https://bank.example"; [Post("/pay")] string Pay(PayRequest request); }
workflow OrderFlow {
  Tracks = Order.Status; Autostart = true; Initial = Open;
  event Pay();
  state Open {
    dataStateMachine { Scope = Element; KeepFor = TimeSpan.FromDays(30); }
    subscribe Pay() as P;
    on P {
      DataStateMachine.Once(this.Item.Name, "order", () => { Bank.Pay(new PayRequest { For = this.Item.Name }); });
      goto Paid;
    }
    on Lock { DataStateMachine.TryAcquireLock(this.Item.Name, "lock"); }
  }
  event Lock();
  state Paid {
    Expire { Within = TimeSpan.FromHours(2); }
    on Expire { if (!this.Item.Ready) { throw new ValidationException("not yet"); } goto Done; }
  }
  [Cancel] on Withdraw { goto Gone; }
  event Withdraw();
  terminal success Done { }
  terminal cancel Gone { Message = "withdrawn"; }
}
`,
  'fill.script': `
Bank.Pay.Stub(r => "ok");
foreach (var name in new[] { "one", "two", "three" }) {
  var order = new Order { Name = name };
  UnitOfWork.Commit();
  if (name == "three") { OrderFlow.RaiseLock(order); } else { OrderFlow.RaisePay(order); }
  UnitOfWork.Commit();
}
TestClock.Advance(TimeSpan.FromHours(3));
`,
} as const;
