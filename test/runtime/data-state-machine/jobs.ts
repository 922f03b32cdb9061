/** An app whose jobs are paid for under a lock, by a raise or when their hour has come. */
export const jobs = `
class Note { public string Text; }
client Bank { BaseUrl = "https://bank.example"; [Post("/pay")] void Pay(Note body); }
enum S { Open, Done }
entity Job { string Key; string Text = ""; S State; }
void Work(Job job) {
  if (!DataStateMachine.TryAcquireLock(job.Key, "job")) { job.Text = "refused"; return; }
  Bank.Pay(new Note { Text = job.Key });
  DataStateMachine.Set(job.Key, "job", IdempotencyStatus.Processed);
  job.Text = "paid";
}
workflow Run {
  Tracks = Job.State; Autostart = true; Initial = Open;
  event Pay(); event Lock(); event Finish(); event Late(); event Look();
  state Open {
    dataStateMachine { Scope = Process; LockFor = TimeSpan.FromMinutes(10); }
    Expire { Within = TimeSpan.FromHours(1); }
    on Expire { Work(this.Item); goto Done; }
    on Pay { Work(this.Item); }
    on Lock { this.Item.Text = $"{DataStateMachine.TryAcquireLock(this.Item.Key, "job")}"; }
    on Finish { DataStateMachine.Set(this.Item.Key, "job", IdempotencyStatus.Processed, this.Item.Text); }
    on Late { Bank.Pay(new Note()); this.Item.Text = $"{DataStateMachine.TryAcquireLock(this.Item.Key, "job")}"; }
    on Look {
      var r = DataStateMachine.Get(this.Item.Key, "job");
      this.Item.Text = r == null ? "none" : $"{r.Status} {r.Attempts} {r.Token}";
    }
  }
  terminal success Done { }
}`;
