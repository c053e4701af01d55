import type {Environment} from '../app/deps.ts';
import type {DepsOverrides} from '../cli/session.ts';
import {homeOf} from './home-of.ts';
import type {Untrusted} from './untrusted.ts';

/** Opens untrusted mode if a run requests it. Its module is loaded only then. */
export async function untrustedFor(
  {about, untrusted}: DepsOverrides,
  {env, cwd}: {readonly env: Environment; readonly cwd: string},
): Promise<Untrusted | undefined> {
  if (untrusted === undefined) return undefined;
  const {openUntrusted} = await import('./untrusted.ts');
  return openUntrusted({env, cwd, home: homeOf(env, cwd), directory: about?.directory, ...untrusted});
}
