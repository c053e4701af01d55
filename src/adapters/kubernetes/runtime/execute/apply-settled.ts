import type {ApplyRequest, ObjectReply} from '../client/objects.ts';
import type {Refusal} from '../client/status.ts';
import type {PlannedObject} from '../plan/planned-object.ts';
import type {ExecuteSession} from './execute-session.ts';

const DELAY_MS = 250;
/** The attempts for a new kind: its path is served some seconds after its CRD is established. */
const KIND_TRIES = 60;
/** The attempts for a missing permission: the binding of the same plan is written meanwhile, after its role and its namespace. */
const GRANT_TRIES = 60;
/** The attempts for other subjects: schemas and admission read caches that follow a write within a moment. */
const SUBJECT_TRIES = 20;

/**
 * Applies an object whose subject (its kind, its kind's schema, a class, an account) this run has just written: for a
 * moment the server may not see the subject. A refusal of an object that the preview could verify is final.
 */
export async function applySettled(
  session: Pick<ExecuteSession, 'client' | 'clock' | 'awaitGrants'>,
  planned: Pick<PlannedObject, 'change' | 'target'>,
  request: ApplyRequest,
  signal: AbortSignal,
): Promise<ObjectReply> {
  for (let tries = 1; ; tries++) {
    const reply = await session.client.apply(request);
    if (reply.ok || tries >= triesOf(session, planned, reply.refusal) || signal.aborted) return reply;
    if (!(await rested(session, signal))) return reply;
  }
}

/** Waits before the next attempt. Returns false if the run was told to stop. */
async function rested({clock}: Pick<ExecuteSession, 'clock'>, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(DELAY_MS, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return !signal.aborted;
}

function triesOf(
  {awaitGrants}: Pick<ExecuteSession, 'awaitGrants'>,
  {change, target}: Pick<PlannedObject, 'change' | 'target'>,
  refusal: Refusal,
): number {
  if (refusal.kind === 'not-found' && target.kind.planned) return KIND_TRIES;
  if (change.verified) return 1;
  if (awaitGrants === true && refusal.kind === 'forbidden' && refusal.by === 'authorization') return GRANT_TRIES;
  const admission = refusal.kind === 'forbidden' && refusal.by === 'admission';
  return admission || ['invalid', 'wrong-input', 'not-found'].includes(refusal.kind) ? SUBJECT_TRIES : 1;
}
