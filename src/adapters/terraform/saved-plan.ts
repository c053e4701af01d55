import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Json, JsonObject} from '../../core/json.ts';
import type {SavableTerraform, TerraformBases} from '../../core/plan/saved-terraform.ts';
import {Secret} from '../../core/secret/secret.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import type {PlanRequest} from '../../ports/plan-request.ts';
import type {MadePlan} from './planning.ts';
import type {RootModule} from './root-module.ts';
import type {Session} from './session.ts';
import {serialOf} from './stored.ts';
import {textAt} from './text-at.ts';

type Planned = {readonly session: Session; readonly module: RootModule; readonly request: PlanRequest};

/** Returns the inputs of a plan. Call it after the module is in the working directory. */
export async function basesNow({session, module, request}: Planned): Promise<TerraformBases> {
  const {hmac} = keyOf(request);
  const {state} = session.stored();
  return {
    program: session.program.version,
    state: hmac(`${textAt(state ?? {}, 'lineage')} ${serialOf(state)}`),
    inputs: hmac(canonicalJson([module.text, module.variables, Object.fromEntries(module.source?.files ?? [])])),
    providers: hmac((await session.lock()) ?? ''),
  };
}

const keyOf = ({secrets: {digestKey}}: PlanRequest) => ({hmac: (text: string) => digestKey.hmac(text)});

/** Returns a plan that can be saved with its file, to be applied later. */
export const savablePlan = (session: Session, bases: TerraformBases, {file, warnings}: MadePlan): SavableTerraform => ({
  bases,
  read: () => {
    const content = JSON.stringify({file: session.planBytes(file).toString('base64'), warnings});
    return {bases, content: new Secret(content)};
  },
});

/**
 * Reads a plan that was saved, in place of a new one, if it was made from the same state, inputs and program. Undefined: all that changed is
 * found by the comparison of a new plan with the saved one.
 */
export async function readSaved(
  {
    session,
    request: {
      prior: {saved},
    },
  }: Planned,
  bases: TerraformBases,
  file: string,
): Promise<MadePlan | undefined> {
  if (saved === undefined || !deepEqual({...saved.bases}, {...bases})) return undefined;
  const content = JSON.parse(saved.content.reveal()) as JsonObject;
  await session.putPlan(file, Buffer.from(textAt(content, 'file'), 'base64'));
  const shown = await session.showPlan(file);
  return {
    file,
    warnings: (content['warnings'] ?? []) as Json as unknown as readonly Diagnostic[],
    planned: new Map(shown.changes.map((one) => [one.address, one])),
    secretTexts: shown.secretTexts,
  };
}
