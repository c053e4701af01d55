import type {Command} from 'commander';
import type {importTerraform} from '../../../app/import/terraform/import-terraform.ts';
import {defined} from '../../../lib/defined.ts';
import {nextAfterState, stateImportedText} from '../../../ui/text/import/state-import-text.ts';
import {collect} from '../../flags/collect.ts';
import {readSecrets, SECRETS_FLAG} from '../../flags/secret-handling.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';

/** The use case behind `gantry import terraform`. Tests pass their own. */
export type ImportTerraformCase = typeof importTerraform;

const importLazily: ImportTerraformCase = async (request, deps) =>
  (await import('../../../app/import/terraform/import-terraform.ts')).importTerraform(request, deps);

type Flags = {
  readonly out?: string | undefined;
  readonly secrets?: string;
  readonly providerRef?: readonly string[];
};

/** Defines `gantry import terraform STATE|DIR`: makes a stack of an existing state, without touching a resource. */
export const defineImportTerraform = (
  command: Command,
  open: OpenSession,
  run: ImportTerraformCase = importLazily,
): Command =>
  command
    .argument('<state>', 'a state file (the output of "terraform state pull"), or a directory with a local state')
    .option('--out <dir>', 'the directory for the stack; default: named like the directory of the state')
    .option(
      SECRETS_FLAG,
      'what to write for secret arguments: refs (references to a secret store). Default: none may be',
    )
    .option(
      '--provider-ref <provider.name>',
      'a named provider of the workspace, for resources without an alias (repeatable)',
      collect,
    )
    .action(async (state: string, flags: Flags) => {
      const session = await open();
      const {globals, deps} = session;
      const {stack: _, ...where} = globals.stack;
      const imported = await run({...where, state, ...readFlags(flags)}, deps);
      await session.print({
        document: imported,
        text: (style) => stateImportedText(imported, style),
        diagnostics: imported.diagnostics,
      });
      session.say((style) => nextAfterState(imported, style));
    });

function readFlags({out, secrets, providerRef: providers = []}: Flags) {
  const handling = readSecrets(secrets);
  if (handling === 'plain')
    throw usageError('--secrets plain: secrets of a state are never written in plain text.', 'Pass --secrets refs.');
  const wrong = providers.find((one) => !/^[^.]+\.[^.]+$/.test(one));
  if (wrong !== undefined)
    throw usageError(`--provider-ref ${wrong}: not PROVIDER.NAME.`, 'Write for example --provider-ref aws.main.');
  return {...defined({out}), references: handling === 'refs', providers};
}
