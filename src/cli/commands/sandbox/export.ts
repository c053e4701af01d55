import type {Command} from 'commander';
import type {exportSandbox} from '../../../app/sandbox/export-sandbox.ts';
import {toYaml} from '../../../app/to-yaml.ts';
import type {OpenSession} from '../../session.ts';
import {namedSandbox} from './named-sandbox.ts';

const exportLazily: typeof exportSandbox = async (request, deps) =>
  (await import('../../../app/sandbox/export-sandbox.ts')).exportSandbox(request, deps);

/** Defines `gantry sandbox export [NAME]`: prints every object as a YAML document, or with `-o json` as one list. */
export const defineSandboxExport = (command: Command, open: OpenSession, run = exportLazily): Command =>
  command
    .argument('[name]', 'the name of the sandbox; default: sandbox')
    .option('--reveal', 'print values of Secrets, too')
    .action(async (name: string | undefined, {reveal = false}: {readonly reveal?: boolean}) => {
      const session = await open();
      const exported = await run({...namedSandbox(session, name), reveal}, session.deps);
      await session.print({
        document: exported,
        text: () => toYaml(exported.objects),
        yaml: exported.objects,
      });
    });
