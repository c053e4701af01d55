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
  readonly source?: string | undefined;
  readonly varFile?: readonly string[];
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
    .option(
      '--source <dir>',
      'keep the `.tf` files in this directory as the source of the stack; default: write the resources of the state as a spec',
    )
    .option('--var-file <file>', 'a file of variables of the source, as for "terraform apply" (repeatable)', collect)
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

function readFlags({out, secrets, providerRef: providers = [], source, varFile: varFiles = []}: Flags) {
  const handling = readSecrets(secrets);
  if (handling === 'plain')
    throw usageError('--secrets plain: secrets of a state are never written in plain text.', 'Pass --secrets refs.');
  const wrong = providers.find((one) => !/^[^.]+\.[^.]+$/.test(one));
  if (wrong !== undefined)
    throw usageError(`--provider-ref ${wrong}: not PROVIDER.NAME.`, 'Write for example --provider-ref aws.main.');
  if (source !== undefined && (secrets !== undefined || providers.length > 0))
    throw usageError(
      '--source: the files name their secrets and their providers, so --secrets and --provider-ref have no effect.',
      'Leave these flags out.',
    );
  if (source === undefined && varFiles.length > 0)
    throw usageError('--var-file: without --source the stack has no variables.', 'Pass --source DIR, or leave it out.');
  return {...defined({out, source}), references: handling === 'refs', providers, varFiles};
}
