import {isAbsolute, normalize} from 'node:path';
import type {SourceProblem} from '../../../ports/source-problem.ts';
import {untrustedCheckout} from '../../untrusted/checkout.ts';

/** Returns the reason why a source is not fetched at all. @param path the path in what is fetched, which must stay in it */
export function whyNotFetched(path: string): SourceProblem | undefined {
  if (isAbsolute(path) || normalize(path).split(/[/\\]/).includes('..'))
    return {problem: `\`${path}\` is outside of what is fetched`, part: ['path']};
  return untrustedCheckout() === undefined ? undefined : UNTRUSTED;
}

const UNTRUSTED: SourceProblem = {
  problem: 'untrusted mode fetches nothing',
  hint: 'Keep a copy of the manifests in the repository, or preview the stack from a trusted checkout.',
};
