import type {ApplyRequest, ObjectReply} from '../client/objects.ts';
import type {Refusal} from '../client/status.ts';
import type {PlannedObject} from '../plan/planned-object.ts';
import type {ExecuteSession} from './execute-session.ts';

const DELAY_MS = 250;
/** A new kind's path is served some seconds after its definition says that it is established. */
const KIND_TRIES = 60;
/** The binding of the same plan is written meanwhile, its role and its namespace before it. */
const GRANT_TRIES = 60;
/** Schemas and admission look into caches that follow a write within a moment. */
const SUBJECT_TRIES = 20;

/**
 * Applies an object whose subject (its kind, its kind's schema, a class, an account) this run has just written: the server may
 * go on for a moment as if that were not there. What the preview could verify is refused at once.
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

/** False when the run was told to stop. */
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
