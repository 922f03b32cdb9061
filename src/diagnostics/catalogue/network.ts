/** Findings on bodies that reach the network (findings.md, "Network findings"). */
import { rule } from '../diagnostic.ts';

export interface ReachParams {
  /** ``the `enter` of state 'Pending'`` */
  readonly body: string;
  /** `SendInvite → Mailer.Send` */
  readonly chain: string;
}

export const networkFaultUnhandled = rule<ReachParams>({
  code: 'OSY3001',
  name: 'network-fault-unhandled',
  level: 'must',
  summary: 'a network fault can leave a workflow body',
  message: ({ body, chain }) =>
    `a network fault can leave ${body} by ${chain}. A timeout, a DNS failure or a refused connection is no workflow outcome: ` +
    'the delivery is undone and retried, and this whole body runs again from the top.',
  help: 'Catch it where the failure means something: `try { … } catch (NetworkException e) { … }`, in the body or once in the helper that makes the call.',
});

export const networkRefusalUnhandled = rule<ReachParams>({
  code: 'OSY3002',
  name: 'network-refusal-unhandled',
  level: 'must',
  summary: 'an unsuccessful answer can leave a workflow body',
  message: ({ body, chain }) =>
    `an unsuccessful answer can leave ${body} by ${chain}: the \`ExternalServiceException\` becomes a workflow outcome, ` +
    'and the run faults unless an `on fault` answers.',
  help: 'Catch `ExternalServiceException` as well (or `Exception`), and decide what a refusal means for the run.',
});

export const networkAnswerUnchecked = rule<ReachParams>({
  code: 'OSY3003',
  name: 'network-answer-unchecked',
  level: 'should',
  summary: 'an answer of Http.* is used without a look at its success',
  message: ({ body, chain }) =>
    `nobody looks whether the answer of ${chain} is a success, in ${body}: \`Http.*\` returns an answer of any status and throws only when none came.`,
  help: 'Test `answer.IsSuccess` or `answer.StatusCode`, or call `answer.EnsureSuccess()`, which throws `ExternalServiceException`.',
});

export const firstStepWaits = rule<ReachParams & { readonly workflow: string }>({
  code: 'OSY3004',
  name: 'workflow-first-step-waits-on-a-slow-call',
  level: 'consider',
  summary: 'creating the row waits for the network',
  message: ({ body, chain, workflow }) =>
    `the commit that creates the row waits for ${chain}: '${workflow}' autostarts, so ${body} runs in the transaction of the one who creates the row.`,
  help: 'Let the initial state settle first and call from its own transaction: `Expire { Within = TimeSpan.Zero; }` with an `on Expire` arm.',
});

export const effectRepeats = rule<ReachParams & { readonly later: string }>({
  code: 'OSY3005',
  name: 'effect-repeats-on-retry',
  level: 'should',
  summary: 'a retry would repeat a Post or Patch',
  message: ({ body, chain, later }) =>
    `${chain} in ${body} would be repeated: when the later call ${later} ends in a network fault, the delivery is retried from the top and this one is made again.`,
  help: 'Handle the later fault, or give the state a `dataStateMachine { Scope = Element; }` block and make the call inside `DataStateMachine.Once(key, entityKey, () => …)`.',
});
