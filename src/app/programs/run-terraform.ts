import {GantryError} from '../../core/failure/failure.ts';
import {terraformCommand} from '../../core/programs/terraform-command.ts';
import {historyText} from '../../core/release/history-names.ts';
import {openHistory} from '../../engine/release/release-history.ts';
import {terraformStates} from '../../engine/sealing/sealed-terraform.ts';
import type {StateAnswer} from '../../ports/terraform-tool.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {locateHistory} from '../release/locate-history.ts';
import {refuseUntrusted} from '../untrusted/refused-untrusted.ts';

/** Request of `gantry terraform`. */
export type RunTerraform = StackRequest & {readonly args: readonly string[]};

/**
 * Runs a command of terraform on a copy of the state of a stack, which is removed at the end. Only commands that read are permitted, and secrets in
 * their output are replaced.
 * @throws GantryError input/usage for any other command; release/not-found for a stack without a state
 */
export async function runTerraform({args, ...request}: RunTerraform, deps: Deps): Promise<StateAnswer> {
  const command = terraformCommand(args);
  if (command.kind === 'refused')
    throw new GantryError({
      code: 'input/usage',
      message: `terraform ${command.name} is refused: ${command.because}.`,
      hint: command.hint,
    });
  refuseUntrusted('Terraform runs the providers that the state names, and they are programs');
  const {names} = await locateHistory(request, deps);
  const backend = await deps.backend();
  const {lineage} = await openHistory({backend, ...names});
  const stored = lineage === undefined ? undefined : await (await terraformStates(backend)).read(lineage);
  if (stored === undefined)
    throw new GantryError({code: 'release/not-found', detail: `${historyText(names)} has no Terraform state`});
  const tool = await deps.terraform();
  return tool.run({document: stored.text, args, signal: deps.signal});
}
