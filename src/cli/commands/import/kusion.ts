import type {Command} from 'commander';
import type {ImportForm} from '../../../app/import/kusion/find-forms.ts';
import type {importKusion} from '../../../app/import/kusion/import-kusion.ts';
import type {WorkspacePlace} from '../../../app/import/kusion/taken-workspaces.ts';
import {KUSION_BACKENDS} from '../../../registry/backends.ts';
import {kusionImportedText, nextAfterKusion} from '../../../ui/text/import/import-kusion-text.ts';
import {readSecrets, SECRETS_FLAG, SECRETS_TEXT} from '../../flags/secret-handling.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';

const BUCKETS = KUSION_BACKENDS.map(({address}) => address.example).join(' or ');

/** The use case behind `gantry import kusion`. Tests pass their own. */
export type ImportKusionCase = typeof importKusion;

const importLazily: ImportKusionCase = async (request, deps) =>
  (await import('../../../app/import/kusion/import-kusion.ts')).importKusion(request, deps);

type Flags = {
  readonly out?: string | undefined;
  readonly workspaces?: string;
  readonly secrets?: string;
  readonly as?: string;
  readonly dryRun?: boolean;
};

/** Defines `gantry import kusion ~/.kusion CHECKOUT`: takes over workspaces, projects, stacks and releases of Kusion. */
export const defineImportKusion = (
  command: Command,
  open: OpenSession,
  run: ImportKusionCase = importLazily,
): Command =>
  command
    .argument('<source...>', `Kusion's home, a checkout of its projects, or ${BUCKETS}`)
    .option('--out <dir>', 'the directory for the projects, each in its own subdirectory; default: the current one')
    .option(
      '--workspaces <where>',
      'where to store workspaces: backend (default), project (files in each project) or none (they exist already)',
    )
    .option(SECRETS_FLAG, SECRETS_TEXT)
    .option(
      '--as <form>',
      "how to write the objects of Kusion's modules: app (only applications), or manifests; default: applications if they make the same objects, else manifests",
    )
    .option('--dry-run', 'only show what would be written')
    .action(async (sources: readonly string[], {out, workspaces, secrets, as, dryRun = false}: Flags) => {
      const request = {
        sources,
        out,
        workspaces: readPlace(workspaces),
        secrets: readSecrets(secrets),
        as: readForm(as),
        dryRun,
      };
      const session = await open();
      const {stack: about, insecure} = session.globals;
      const where = about.directory === undefined ? {} : {directory: about.directory};
      const imported = await run({...where, ...request, insecure}, session.deps);
      await session.print({
        document: imported,
        text: (style) => kusionImportedText(imported, style),
        diagnostics: imported.diagnostics,
      });
      session.say((style) => nextAfterKusion(imported, style));
    });

const PLACES: readonly WorkspacePlace[] = ['backend', 'project', 'none'];

function readPlace(value: string | undefined): WorkspacePlace {
  const known = PLACES.find((one) => one === (value ?? 'backend'));
  if (known === undefined) throw usageError(`--workspaces ${value}: unknown value.`, `Possible: ${PLACES.join(', ')}.`);
  return known;
}

/** Returns the form of the objects that modules made. @throws GantryError `input/usage` for another value */
function readForm(value: string | undefined): ImportForm {
  if (value === undefined) return 'proven';
  if (value === 'app' || value === 'manifests') return value;
  throw usageError(`--as ${value}: unknown value.`, 'Possible: app, manifests.');
}
