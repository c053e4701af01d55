import type {Chain, ChainDocument, ChainStart, VerifiedChain} from './chain.ts';
import {type ChainLookup, chainLookup, type Linked} from './chain-lookup.ts';
import {headKey, parseReleaseKey} from './keys.ts';
import {type Previous, previousOf} from './previous.ts';

/** Follows the digests from the head to the first release. Each document must be what the one after it names. */
export function verifyChain(chain: Chain): VerifiedChain {
  const lookup = chainLookup(chain);
  const starts: ChainStart[] = [];
  let {end, because} = fromHead(lookup, chain);
  for (;;) {
    const before = newestBefore(lookup, end.revision);
    if (because !== undefined) starts.push({revision: end.revision, because});
    if (before !== undefined && isHiding(lookup, end, because))
      lookup.fault(chain.head === undefined ? 'missing' : 'no-link', end.key);
    if (before === undefined || because === 'earlier-version') break;
    const {key, sha256} = before;
    ({end, because} = follow(lookup, {release: {key, sha256}}, before));
  }
  // Releases of earlier versions have no links that could reach them.
  reportForks(lookup, chain.documents, because === 'earlier-version' ? end.revision : 0);
  const {faults, records, isReached} = lookup;
  return {faults, starts, releases: records.length, linked: records.filter(isReached).length};
}

/** Follows the links of the head. Without a head, or with one that names no release, `because` is undefined. */
function fromHead(lookup: ChainLookup, {head, lineage}: Chain): Partial<End> & Pick<End, 'end'> {
  const end = {key: headKey(lineage), revision: Number.MAX_SAFE_INTEGER};
  const previous = head === undefined ? {} : previousOf(head);
  if (previous.release !== undefined) return follow(lookup, previous, end);
  for (const intent of previous.interrupted ?? []) lookup.find(intent, end.key);
  return {end};
}

function reportForks(lookup: ChainLookup, documents: readonly ChainDocument[], lowest: number): void {
  for (const one of documents)
    if (!one.pending && one.isReadable && one.revision >= lowest && !lookup.isKnown(one)) lookup.fault('fork', one.key);
}

/** The document at which the walk is. */
type At = Pick<ChainDocument, 'key' | 'revision' | 'isRebuilt'>;
type End = {readonly end: At; readonly because: ChainStart['because']};

/** Follows links until one is missing. The first link may name the document `from` itself. */
function follow(lookup: ChainLookup, first: Previous, from: At): End {
  let [previous, at]: [Previous | undefined, At] = [first, from];
  for (;;) {
    if (previous === undefined) return {end: at, because: 'earlier-version'};
    for (const intent of previous.interrupted ?? []) lookup.find(intent, at.key);
    const {release} = previous;
    if (release === undefined) return {end: at, because: at.isRebuilt === true ? 'rebuilt' : 'first'};
    const revision = parseReleaseKey(release.key)?.revision ?? Number.MAX_SAFE_INTEGER;
    if (at === from ? revision > at.revision : revision >= at.revision) {
      lookup.fault('order', at.key, release.key);
      return {end: at, because: 'unreadable'};
    }
    const next = stepTo(lookup.find(release, at.key), at, {key: release.key, revision});
    if ('end' in next) return next;
    ({previous, at} = next);
  }
}

/** Returns the document that a link leads to, with its own link, or the end of the chain. */
function stepTo(
  linked: Linked | undefined,
  from: At,
  named: At,
): End | {readonly previous: Previous | undefined; readonly at: At} {
  if (linked === undefined) return {end: named, because: 'unreadable'};
  if ('pruned' in linked)
    return linked.pruned === 'all' ? {end: from, because: 'pruned'} : {previous: linked.pruned.previous, at: named};
  const {document} = linked;
  return document.isReadable ? {previous: document.previous, at: document} : {end: named, because: 'unreadable'};
}

const newestBefore = ({records, isKnown}: ChainLookup, revision: number): ChainDocument | undefined =>
  records.find((one) => one.revision < revision && !one.pending && !isKnown(one));

/** Reports whether the end of a part of the chain says that nothing was before it, although there was. Undefined: the head ends it. */
function isHiding(lookup: ChainLookup, {revision}: At, because: ChainStart['because'] | undefined): boolean {
  if (because === undefined || because === 'first') return true;
  const hasLink = (one: ChainDocument): boolean =>
    one.revision < revision && one.previous !== undefined && !lookup.isKnown(one);
  return because === 'earlier-version' && lookup.records.some(hasLink);
}
