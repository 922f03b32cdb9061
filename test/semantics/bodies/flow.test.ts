import { describe, expect, it } from 'vitest';
import { findings } from './support.ts';

const types = `
class Fault : Exception { public Fault() : base("x") { } }
entity Card { string No; Card? Next; string? Note; DateTime? Until; }
entity Loan { Card? Card; string? Name; int? Pages; }
`;
const lines = types.split('\n').length;

function said(declaration: string, ...names: string[]): string[] {
  return findings(types + declaration, ...names).map((finding) => {
    const [place = '', name = ''] = finding.split(' ');
    const [line, column] = place.split(':').map(Number) as [number, number];
    return line === lines ? `${column} ${name}` : `${line - lines + 1}:${column} ${name}`;
  });
}

describe('unassigned-local', () => {
  it.each([
    ['int F() { int x; return x; }', 25],
    ['int F(bool b) { int x; if (b) x = 1; return x; }', 45],
    ['int F(bool b) { int x; while (b) { x = 1; } return x; }', 52],
    ['int F(int n) { int x; switch (n) { case 1: x = 1; break; } return x; }', 67],
    ['int F() { int x; try { x = 1; } catch { } return x; }', 50],
    ['int F(object o) { if (o is int n && n > 2) return n; return n; }', 61],
    ['int F(string s, bool b) { if (b && int.TryParse(s, out var n)) return n; return n; }', 81],
    ['int F() { int x; int L() => x; return L(); }', 39],
    ['int F(bool b) { int x; bool ok = b && (x = 3) > 2; return x; }', 59],
    ['int F() { int x; Func<int> f = () => x; return f(); }', 38],
    ['int F() { int x; foreach (var y in new[] { 1 }) { x = y; } return x; }', 67],
    ['int F() { int x; x += 1; return x; }', 18],
    ['void F(out int a) { }', 16],
    ['void F(out int a, bool b) { if (b) { return; } a = 1; }', 16],
  ])('%s', (text, column) => {
    expect(said(text)).toEqual([`${column} unassigned-local`]);
  });

  it.each([
    'int F(bool b) { int x; if (b) x = 1; else x = 2; return x; }',
    'int F(bool b) { int x; if (b) x = 1; else throw new Exception(); return x; }',
    'int F(bool b) { int x; while (true) { if (b) { x = 1; break; } } return x; }',
    'int F(int n) { int x; switch (n) { case 1: x = 1; break; default: x = 3; break; } return x; }',
    'int F() { int x; try { x = 1; } catch { x = 2; } return x; }',
    'int F() { int x; try { } finally { x = 2; } return x; }',
    'int F() { int x; while (true) { try { break; } finally { x = 1; } } return x; }',
    'int F(object o) { if (!(o is int n)) return 0; return n; }',
    'int F(string s) { if (int.TryParse(s, out var n) || n > 3) return n; return 0; }',
    'int F() { int x; int L() => x; x = 3; return L(); }',
    'int F() { int x; void L() { x = 4; } L(); return x; }',
    'int F(bool b) { int x; if (b && (x = 3) > 2) return x; return 0; }',
    'int F(bool b) { int x = b ? 1 : throw new Exception(); return x; }',
    'void F(out int a, bool b) { if (b) { a = 1; return; } throw new Exception(); }',
    'int F() { Func<int, int> fact = null; fact = n => n < 2 ? 1 : n * fact(n - 1); return fact(3); }',
    'int F() { int x; return 1; x++; }',
    'int F(bool b) { int x; for (;;) { if (b) continue; x = 1; break; } return x; }',
    'int F(object o) => o switch { int n when n > 1 => n, string t => t.Length, _ => 0 };',
  ])('near miss: %s', (text) => {
    expect(said(text)).toEqual([]);
  });
});

describe('missing-return', () => {
  it.each([
    ['int F(int n) { if (n > 0) { return 1; } }', 5],
    ['int F(int n) { try { return 1; } catch (Fault) { } }', 5],
    ['int F(int n) { while (n > 0) { return 1; } }', 5],
    ['int F() { return; }', 11],
    ['int F() { Func<int, int> f = x => { if (x > 1) return 2; }; return f(1); }', 30],
    ['int F() { int L(int x) { if (x > 1) return 2; } return L(1); }', 11],
  ])('%s', (text, column) => {
    expect(said(text)).toEqual([`${column} missing-return`]);
  });

  it.each([
    'int F(bool b) { while (true) { if (b) continue; } }',
    'int F(int n) { for (;;) { if (n > 3) return 1; n++; } }',
    'int F(int n) { do { return 1; } while (n > 2); }',
    'int F(bool b) { switch (b) { case true: return 1; case false: return 2; } }',
    'int F(int n) { switch (n) { case 1: return 1; default: throw new Exception(); } }',
    'int F(int n) { try { return 1; } finally { n++; } }',
    'int F() { const int c = 3; if (c == 3) return 1; }',
    'int F(Func<int> f) { return F(() => { throw new Exception(); }); }',
  ])('near miss: %s', (text) => {
    expect(said(text)).toEqual([]);
  });
});

describe('possible-null', () => {
  it.each([
    ['int F(Loan l) { return l.Card.No.Length; }', [24]],
    ['int F(Loan l) { if (l.Card != null && l.Card.No != "") return 1; return l.Card.No.Length; }', [73]],
    ['int F(List<Card> cs) { var c = cs.FirstOrDefault(x => x.No == "1"); return c.No.Length; }', [76]],
    ['int F(Loan l) { return l.Pages.Value; }', [24]],
    ['int F(Card? c) { while (true) { if (c == null) break; c = c.Next; } return c.No.Length; }', [76]],
    ['int F(Card? c) { c = c!.Next; return c.No.Length; }', [38]],
    ['int F(Card? c) { try { c = new Card(); } catch { return c.No.Length; } return 0; }', [57]],
    ['int F(Card? c) { Func<string> f = () => c.No; return 0; }', [41]],
    ['int F(List<Card>? cs) { foreach (var c in cs) { } return cs.Count; }', [43]],
    ['int F(Card c) { return c.Until < DateTime.UtcNow ? c.Until.Value.Year : c.Until.Value.Year; }', [73]],
    ['int F(Card? c, bool b) { if (b) c = new Card(); return c.No.Length; }', [56]],
    ['int F(Loan l) { if (l.Card == null) return 0; l.Card = null; return l.Card.No.Length; }', [69]],
    ['int F(Loan l, Loan m) { if (l.Card == null) return 0; l = m; return l.Card.No.Length; }', [69]],
    ['string F(Card? c) => c switch { { Next: null } => c.No, _ => c.No };', [62]],
    ['int F(object o) { var c = o as Card; return c.No.Length; }', [45]],
    // A type that is not nullable is a promise, and these break it.
    ['int F() { string s = null; return s.Length; }', [35]],
    ['int F(Card c) { Card d = c.Next; return d.No.Length; }', [41]],
    ['int F(Card c) { c = c.Next; return c.No.Length; }', [36]],
    ['int F(bool b) { string s = b ? "a" : null; return s.Length; }', [51]],
    ['int F(object o) { string s = o as string; return s.Length; }', [50]],
    ['int F(bool b) { Card c = null; if (b) c = new Card { No = "1" }; return c.No.Length; }', [73]],
    ['int F(Card d) { Card c = null; try { c = d; } catch { } return c.No.Length; }', [64]],
    ['int F(List<Card> cs) { Card c = null; foreach (var d in cs) { c = d; } return c.No.Length; }', [79]],
    ['int F(Card d) { Card c = null; if (c == null) { return c.No.Length; } return c.No.Length; }', [56]],
    ['int F(Dictionary<string, Card> d) { if (!d.TryGetValue("a", out var c)) return c.No.Length; return 1; }', [80]],
    ['int F(Dictionary<string, Card> d) { d.TryGetValue("a", out var c); return c.No.Length; }', [75]],
    ['int F(Dictionary<string, Card?> d) { return d.TryGetValue("a", out var c) ? 1 : c.No.Length; }', [81]],
  ])('%s', (text, columns) => {
    expect(said(text, 'possible-null')).toEqual(columns.map((column) => `${column} possible-null`));
  });

  it.each([
    'int F(Loan l) { if (l.Card == null) return 0; return l.Card.No.Length; }',
    'int F(Loan l) { if (l.Card is not null) { return l.Card.No.Length; } return 0; }',
    'int F(Loan l) { if (l.Card is { } c) return c.No.Length; return 0; }',
    'int F(Loan l) { if (l.Card is { Next: not null }) return l.Card.Next.No.Length; return 0; }',
    'int F(Loan l) { return l.Card?.No.Length ?? 0; }',
    'int F(Loan l) { if (string.IsNullOrEmpty(l.Name)) return 0; return l.Name.Length; }',
    'int F(Loan l) { var c = l.Card ?? throw new Exception("x"); return c.No.Length; }',
    'int F(List<Card> cs) { var c = cs.FirstOrDefault(); if (c == null) { throw new Exception(); } return c.No.Length; }',
    'int F(List<int> ns) { return ns.FirstOrDefault().CompareTo(1); }',
    'int F(Loan l) { return l.Pages.HasValue ? l.Pages.Value : 0; }',
    'int F(Card? c) { var n = 0; while (c != null) { n += c.No.Length; c = c.Next; } return n; }',
    'int F(Card? c) { return c!.No.Length + c.No.Length; }',
    'int F(Loan l) { return l.Card!.No.Length + l.Pages!.Value; }',
    'int F(Loan? a, Loan? b) { if (a == null || b == null) return 0; return a.Name!.Length + b.Pages!.Value; }',
    'int F(Card? c) { if (c == null) return 0; Func<string> f = () => c.No; return f().Length; }',
    'int F(Card? c) { int L() { return c.No.Length; } return c == null ? 0 : L(); }',
    'string F(Card? c) => c switch { null => "", { Note: { } n } => n + n.Length, _ => c.No };',
    'int F(Card? c) { if (!(c is Card d)) return 0; return d.No.Length + c.No.Length; }',
    'int F(Card? c) { if (c?.Next != null) return c.No.Length + c.Next.No.Length; return 0; }',
    'int F(Card? c) { if (c?.No == "a" || c?.No.Length > 3) return c.No.Length; return 0; }',
    'int F(Card? c) { c ??= new Card { No = "1" }; return c.No.Length; }',
    'int F(Card? c, bool b) { switch (b) { case true: c = new Card(); break; default: return 0; } return c.No.Length; }',
    'int F(Dictionary<string, Card> d) { if (d.TryGetValue("a", out var c)) return c.No.Length; return 0; }',
    'int F(Loan l) { if (l.Card == null) { l.Card = new Card { No = "a" }; } return l.Card.No.Length; }',
    'int F(Loan l) { for (var c = l.Card; c != null; c = c.Next) { if (c.Note == null) continue; var n = c.Note.Length; } return 0; }',
    'int F(string s) { if (s == null) { } return s.Length; }',
    'int F(Card? c) { Assert.NotNull(c); return c.No.Length; }',
    'int F(Card? c) { try { if (c == null) return 0; } finally { } return c.No.Length; }',
    'int F(int? n) { return n > 3 ? n.Value : n is null ? 0 : n.Value; }',
    'int F() { string s = null!; return s.Length; }',
    'int F(Card c) { Card d = c.Next; return d!.No.Length + d.No.Length; }',
    'int F(Card c) { Card d = c.Next!; return d.No.Length; }',
    'int F(Card c) { Card d = c.Next ?? c; return d.No.Length; }',
    'int F(Card d) { Card c = null; if (c == null) return 0; return c.No.Length; }',
    'int F(Card d) { Card c = null; c ??= d; return c.No.Length; }',
    'int F(Card d) { Card c = null; while (c == null) { c = d; } return c.No.Length; }',
    'int F() { string s = null; s += "a"; return s.Length; }',
    'int F(bool b, Card d) { Card c = null; if (b) c = d; else c = new Card { No = "1" }; return c.No.Length; }',
    'int F(Card d) { Card c = null; void Set() { c = d; } Set(); return c.No.Length; }',
    'int F(List<Card> cs) { Card c = null; cs.ForEach(d => { c = d; }); return c.No.Length; }',
    'int F() { Func<int, int> f = null; f = n => n < 2 ? 1 : f(n - 1); return f(2); }',
    'int F(Dictionary<string, Card> d) { if (!d.TryGetValue("a", out var c)) c = new Card(); return c.No.Length; }',
    'int F(Dictionary<string, Card> d) { var ok = d.TryGetValue("a", out var c); return ok ? c.No.Length : 0; }',
    'int F(Dictionary<string, int> d) { d.TryGetValue("a", out var n); return n.CompareTo(1); }',
    'int F(Dictionary<string, Card> d) => d.TryGetValue("a", out var c) && c.No != "" ? c.No.Length : 0;',
    'int F(Queue<Card> q) { var n = 0; while (q.TryDequeue(out var c)) { n += c.No.Length; } return n; }',
  ])('near miss: %s', (text) => {
    expect(said(text, 'possible-null')).toEqual([]);
  });
});

describe('unused-local', () => {
  it.each([
    ['void F() { var x = 1; }', 16],
    ['void F() { string x; }', 19],
    ['void F(Loan l) { var x = l.Name + "a"; }', 22],
    ['void F() { var x = 1; x = 2; }', 16],
    ['void F() { int L() => 1; }', 16],
  ])('%s', (text, column) => {
    expect(said(text, 'unused-local')).toEqual([`${column} unused-local`]);
  });

  it.each([
    'int G() => 1; void F() { var x = G(); }',
    'void F(object o) { if (o is int n) { } foreach (var x in new[] { 1 }) { } int.TryParse("1", out var p); }',
    'int F() { var x = 1; Func<int> f = () => x; return f(); }',
    'string F() { var x = 1; return $"{x}"; }',
    'void F() { try { } catch (Exception e) { } }',
    'int F() { var x = 1; return x switch { 1 => 2, _ => 3 }; }',
    'void F() { var x = 0; x++; }',
    'int F() { const int c = 1; return c; }',
  ])('near miss: %s', (text) => {
    expect(said(text, 'unused-local')).toEqual([]);
  });
});

describe('code-after-goto', () => {
  const flow = (arm: string): string[] =>
    findings(
      `enum S { Open, Done } entity Run { S State; int N; }
       workflow RunFlow { Tracks = Run.State; Autostart = true; Initial = Open; event Stop();
       state Open { on Stop {
${arm}
} } terminal success Done { } }`,
      'code-after-goto',
    );

  it.each([
    'goto Done; this.Item.N = 1;',
    'if (this.Item.N > 1) { goto Done; } else { return; } this.Item.N = 1;',
    'switch (this.Item.N) { case 1: goto Done; break; default: break; }',
    '{ goto Done; } this.Item.N = 1; this.Item.N = 2;',
  ])('%s', (arm) => {
    expect(flow(arm)).toHaveLength(1);
    expect(flow(arm)[0]).toContain('4:');
  });

  it.each([
    'goto Done;',
    'if (this.Item.N > 1) { goto Done; } this.Item.N = 1; goto Done;',
    'return; this.Item.N = 1;',
    'try { goto Done; } finally { this.Item.N = 1; }',
    'if (this.Item.N > 1) goto Done; else this.Item.N = 2; this.Item.N = 3;',
    'while (true) { if (this.Item.N > 2) { goto Done; } this.Item.N++; }',
  ])('near miss: %s', (arm) => {
    expect(flow(arm)).toEqual([]);
  });
});
