import {compareQuantities, quantityOf} from '../fields/quantity.ts';
import {GRACE} from './grace.ts';
import type {Problem} from './problem.ts';

/** Returns the problem of pods that the server refuses to create for a controller. */
export const refusedPods = (message: string): Problem => ({
  cause: 'refused',
  detail: `its pods are refused: ${message}`,
  graceMs: NEVER.test(message) || isBeyondQuota(message) ? GRACE.none : GRACE.refused,
});

/** Matches refusals that only another manifest, or another rule in the cluster, resolves. */
const NEVER =
  /must specify|violates PodSecurity|(?:maximum|minimum) \S+ usage per|is invalid:|no PriorityClass with name/;

/** Reports whether one pod asks for more than the whole quota, so that room freed by others does not help. */
function isBeyondQuota(message: string): boolean {
  const [, requested, limited] = /exceeded quota: \S+ requested: (.*?), used: .*?, limited: (.*)$/.exec(message) ?? [];
  if (requested === undefined || limited === undefined) return false;
  const limits = new Map(amounts(limited));
  return amounts(requested).some(([name, amount]) => {
    const [asked, limit] = [quantityOf(amount), quantityOf(limits.get(name))];
    return asked !== undefined && limit !== undefined && compareQuantities(asked, limit) > 0;
  });
}

/** Reads amounts such as `requests.cpu=2,pods=1`. */
const amounts = (text: string): readonly (readonly [string, string])[] =>
  text.split(',').map((part) => {
    const [name = '', amount = ''] = part.trim().split('=');
    return [name, amount];
  });
