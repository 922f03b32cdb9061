import type { LibraryDeclarations } from './reader.ts';

const bodies = ['Post', 'Put', 'Patch']
  .map(
    (verb) => `[network] static HttpResponse ${verb}(string url);
    [network] static HttpResponse ${verb}(string url, object? body);
    [network] static HttpResponse ${verb}(string url, object? body, Dictionary<string,string> headers);`,
  )
  .join('\n    ');

const bare = ['Get', 'Delete', 'Head']
  .map(
    (verb) => `[network] static HttpResponse ${verb}(string url);
    [network] static HttpResponse ${verb}(string url, Dictionary<string,string> headers);`,
  )
  .join('\n    ');

const levels = ['Debug', 'Information', 'Warning', 'Error']
  .map(
    (level) => `static void ${level}(string text, params object?[] args);
    static void ${level}(Exception? exception, string text, params object?[] args);`,
  )
  .join('\n    ');

const keys = 'string itemKey, string itemEntityKey';
const subKeys = 'string subItemKey = "", string subItemEntityKey = ""';

/** What a body asks of the engine it runs in: log, transaction, network, memory of what was done, and tests. */
export const runtimeDeclarations: LibraryDeclarations = {
  Entity: `class Entity {
    /// Removes the row; it is gone after the commit.
    void Delete();
  }`,
  Log: `static Log {
    /// \`{Holes}\` in the text are filled from the arguments in order.
    ${levels}
  }`,

  UnitOfWork: `static UnitOfWork {
    /// Commits what the body has written so far.
    [commit] static void Commit();
    /// Undoes what was written since the last commit.
    [commit] static void Discard();
  }`,

  Http: `static Http {
    ${bare}
    ${bodies}
  }`,

  HttpResponse: `class HttpResponse {
    HttpResponse(int statusCode, string body = "");
    HttpResponse(int statusCode, string body, Dictionary<string,string> headers);
    /// The status is 200 to 299.
    bool IsSuccess { get; }
    int StatusCode { get; }
    string Body { get; }
    /// By name, in any case.
    Dictionary<string,string> Headers { get; }
    /// Throws \`ExternalServiceException\` unless the answer was a success; returns the response.
    HttpResponse EnsureSuccess();
    /// The body read as JSON.
    T? As<T>();
  }`,

  DataStateMachine: `static DataStateMachine {
    /// True for Processed and Skipped.
    [state] static bool Exists(${keys}, ${subKeys});
    [state] static bool TryAcquireLock(${keys}, ${subKeys});
    [state] static void Set(${keys}, IdempotencyStatus status, object? data = null, ${subKeys});
    [state] static void Set(${keys}, string subItemKey, string subItemEntityKey, IdempotencyStatus status, object? data = null);
    /// A new Processed record; the one before is Superseded.
    [state] static void Upsert(${keys}, object? data);
    [state] static void Upsert(${keys}, string subItemKey, string subItemEntityKey, object? data);
    [state] static void ReleaseLockAsFailed(${keys}, string? message = null);
    [state] static void ReleaseLockAsFailed(${keys}, string subItemKey, string subItemEntityKey, string? message);
    [state] static StateRecord? Get(${keys}, ${subKeys});
    /// Newest first.
    [state] static List<StateRecord> Query(string itemEntityKey, IdempotencyStatus? status = null, DateTime? since = null, int take = 100);
    /// Does \`act\` unless it was done before, and returns what it returned then.
    [state] static T Once<T>(string key, string entityKey, Func<T> act, object? payload = null);
    [state] static void Once(string key, string entityKey, Action act, object? payload = null);
  }`,

  IdempotencyStatus: 'enum IdempotencyStatus { None, Processed, Processing, Failed, Skipped, Superseded, Expired }',

  StateRecord: `class StateRecord {
    IdempotencyStatus Status { get; }
    /// What was set, as JSON.
    string? Data { get; }
    string? Message { get; }
    int Attempts { get; }
    DateTime CreatedAt { get; }
    DateTime UpdatedAt { get; }
    DateTime? LockedUntil { get; }
    long Token { get; }
    string ItemKey { get; }
    string ItemEntityKey { get; }
    string SubItemKey { get; }
    string SubItemEntityKey { get; }
  }`,

  RaiseOutcome: 'enum RaiseOutcome { Done, PendingRetry, Queued }',

  CorrelationOutcome: 'enum CorrelationOutcome { Deposited, NoSuchKey, Ambiguous, NotRunning, NoRule }',

  Incident: `class Incident {
    string Id { get; }
    string? Transition { get; }
    string? Step { get; }
    string? Body { get; }
    /// The exception's type.
    string Type { get; }
    string Message { get; }
    /// The Osy frames.
    string Stack { get; }
    DateTime At { get; }
  }`,

  Workflow: `static Workflow {
    /// Runs what is due for the row's runs at the present instant; throws nothing.
    [tests] static void Settle(object row);
    /// The newest open one, or null.
    [tests] static Incident? Incident(object row);
    /// \`A\`, \`B\`, \`P\`, \`C\` or \`F\`.
    [tests] static string Status(object row);
  }`,

  Background: `static Background {
    /// Runs all that is due at the present instant; throws nothing.
    [tests] static void Settle();
  }`,

  TestClock: `static TestClock {
    [tests] static void Set(DateTime instant);
    [tests] static void Advance(TimeSpan by);
  }`,

  Assert: `static Assert {
    /// Expected before actual; lists element by element.
    [tests] static void Equal<T>(T expected, T actual);
    [tests] static void Equal(double expected, double actual, int precision);
    [tests] static void Equal(decimal expected, decimal actual, int precision);
    [tests] static void NotEqual<T>(T expected, T actual);
    [tests] static void Same(object? expected, object? actual);
    [tests] static void NotSame(object? expected, object? actual);
    [tests] static void True(bool? condition);
    [tests] static void True(bool? condition, string? userMessage);
    [tests] static void False(bool? condition);
    [tests] static void False(bool? condition, string? userMessage);
    [tests] static void Null(object? value);
    [tests] static void NotNull(object? value);
    [tests] static void Empty(IEnumerable collection);
    [tests] static void NotEmpty(IEnumerable collection);
    [tests] static void Contains(string expectedSubstring, string? actualString);
    [tests] static void Contains<T>(T expected, IEnumerable<T> collection);
    [tests] static void Contains<T>(IEnumerable<T> collection, Func<T,bool> filter);
    [tests] static void DoesNotContain(string expectedSubstring, string? actualString);
    [tests] static void DoesNotContain<T>(T expected, IEnumerable<T> collection);
    [tests] static void DoesNotContain<T>(IEnumerable<T> collection, Func<T,bool> filter);
    [tests] static void StartsWith(string? expectedStartString, string? actualString);
    [tests] static void EndsWith(string? expectedEndString, string? actualString);
    [tests] static void Matches(string expectedRegexPattern, string? actualString);
    [tests] static void InRange<T>(T actual, T low, T high);
    /// The only element.
    [tests] static T Single<T>(IEnumerable<T> collection);
    [tests] static T Single<T>(IEnumerable<T> collection, Func<T,bool> predicate);
    [tests] static void All<T>(IEnumerable<T> collection, Action<T> action);
    [tests] static T IsType<T>(object? value);
    /// Exactly \`T\`, no subtype; returns what was thrown.
    [tests] static T Throws<T>(Action testCode);
    [tests] static T Throws<T>(Func<object?> testCode);
    /// \`T\` or a subtype.
    [tests] static T ThrowsAny<T>(Action testCode);
    [tests] static T ThrowsAny<T>(Func<object?> testCode);
    /// Throws \`NotAuthorized\`.
    [tests] static NotAuthorized Denied(Action testCode);
    [tests] static void Fail(string? message = null);
  }`,
};

/** Types whose members the engine implements itself, over its own state, and not the runtime's library of values. */
export const engineProvided: readonly string[] = [
  'Entity',
  'Log',
  'UnitOfWork',
  'Http',
  'DataStateMachine',
  'StateRecord',
  'Incident',
  'Workflow',
  'Background',
  'TestClock',
  'Assert',
];
