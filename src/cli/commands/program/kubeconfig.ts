import type {Command} from 'commander';
import type {describeKubeconfig} from '../../../app/programs/describe-kubeconfig.ts';
import type {mergeKubeconfig, unmergeKubeconfig} from '../../../app/programs/merge-kubeconfig.ts';
import type {printKubeconfig} from '../../../app/programs/print-kubeconfig.ts';
import {defined} from '../../../lib/defined.ts';
import {describedText, mergedText, unmergedText} from '../../../ui/text/program/program-text.ts';
import {backendRequest} from '../../flags/globals.ts';
import type {OpenSession, Session} from '../../session.ts';
import {usageError} from '../../usage.ts';
import {announce, refuseForms} from './refuse-forms.ts';

/** The use cases behind `gantry kubeconfig`, one for each of its flags. Tests pass their own. */
export type KubeconfigUses = {
  readonly describe: typeof describeKubeconfig;
  readonly print: typeof printKubeconfig;
  readonly merge: typeof mergeKubeconfig;
  readonly unmerge: typeof unmergeKubeconfig;
};

const LAZILY: KubeconfigUses = {
  describe: async (request, deps) =>
    (await import('../../../app/programs/describe-kubeconfig.ts')).describeKubeconfig(request, deps),
  print: async (request, deps) =>
    (await import('../../../app/programs/print-kubeconfig.ts')).printKubeconfig(request, deps),
  merge: async (request, deps) =>
    (await import('../../../app/programs/merge-kubeconfig.ts')).mergeKubeconfig(request, deps),
  unmerge: async (request, deps) =>
    (await import('../../../app/programs/merge-kubeconfig.ts')).unmergeKubeconfig(request, deps),
};

type Flags = {
  readonly print?: boolean;
  readonly merge?: string | true;
  readonly unmerge?: string | true;
  readonly exec?: boolean;
  readonly setCurrent?: boolean;
  readonly reveal?: boolean;
};

/** Defines `gantry kubeconfig`: writes a kubeconfig for programs that are not started by Gantry. */
export const defineKubeconfig = (
  command: Command,
  open: OpenSession,
  {describe, print, merge, unmerge}: KubeconfigUses = LAZILY,
): Command =>
  command
    .option('--print', 'print a kubeconfig with only this workspace to stdout')
    .option(
      '--merge [file]',
      'add the workspace as a context to this file; default: the first file in KUBECONFIG, or ~/.kube/config',
    )
    .option('--unmerge [file]', 'remove that context from this file; default: as for --merge')
    .option('--exec', 'write no credentials: programs log in by calling "gantry credential"')
    .option('--set-current', 'with --merge: make the workspace the current context')
    .option('--reveal', 'with --print: print credentials even on a terminal, where others can read them')
    .action(async (flags: Flags) => {
      const session = await open();
      checkFlags(flags);
      const {print: prints, merge: merges, unmerge: unmerges} = flags;
      if (prints === true) return printed(session, flags, print);
      if (merges !== undefined) return merged(session, flags, merge);
      const request = backendRequest(session.globals);
      if (unmerges !== undefined) {
        const answer = await unmerge({...request, ...fileOf(unmerges)}, session.deps);
        return session.print({document: answer, text: (style) => unmergedText(answer, style)});
      }
      const answer = await describe(request, session.deps);
      return session.print({document: answer, text: (style) => describedText(answer, style)});
    });

const fileOf = (flag: string | true): {readonly file?: string} => (flag === true ? {} : {file: flag});

async function printed(
  session: Session,
  {exec = false, reveal = false}: Flags,
  print: KubeconfigUses['print'],
): Promise<void> {
  refuseForms(session, 'a kubeconfig is printed as YAML or JSON', ['human', 'yaml', 'json']);
  const isSeen = session.onTerminal && !reveal;
  const asJson = session.globals.output === 'json';
  const request = {...backendRequest(session.globals), withLogin: exec, isSeen, asJson};
  session.hand(await print({...request, onStart: announce(session)}, session.deps));
}

async function merged(
  session: Session,
  {merge: file = true, exec = false, setCurrent = false}: Flags,
  merge: KubeconfigUses['merge'],
): Promise<void> {
  const request = {...backendRequest(session.globals), ...fileOf(file), withLogin: exec, setCurrent};
  const onStart = ({warnings}: Parameters<ReturnType<typeof announce>>[0]): void => session.remark(warnings);
  const answer = await merge({...request, onStart}, session.deps);
  await session.print({document: answer, text: (style) => mergedText(answer, style)});
}

function checkFlags({print, merge, unmerge, exec, setCurrent, reveal}: Flags): void {
  const asked = Object.entries(defined({'--print': print, '--merge': merge, '--unmerge': unmerge})).map(
    ([flag]) => flag,
  );
  if (asked.length > 1)
    throw usageError(`${asked.join(' and ')} cannot be used together.`, 'Run the command once for each flag.');
  const [only = ''] = asked;
  const wrong = [
    ...(exec === true && !['--print', '--merge'].includes(only) ? ['--exec belongs to --print or --merge.'] : []),
    ...(setCurrent === true && only !== '--merge' ? ['--set-current belongs to --merge.'] : []),
    ...(reveal === true && only !== '--print' ? ['--reveal belongs to --print.'] : []),
  ];
  if (wrong[0] !== undefined)
    throw usageError(wrong[0], 'Run "gantry kubeconfig" without flags to see what is possible.');
}
