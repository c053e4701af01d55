import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {ReportCase} from '../../core/report/report-case.ts';
import {sha256} from '../../lib/sha256.ts';
import {fileInCheckout, type Places} from './file-in-checkout.ts';

/** A diagnostic for a code scanner. */
export type Finding = Diagnostic & {
  /** Identifies the finding across runs, even if its line has moved. */
  readonly fingerprint: string;
};

/** Returns the findings of all cases without duplicates, each with its fingerprint. */
export function findingsOf(cases: readonly ReportCase[], places: Places): readonly Finding[] {
  const seen = new Map<string, number>();
  const all = cases.flatMap(({about, findings}) => findings.map((finding) => ({about, finding})));
  const once = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  return once.map(({about, finding}) => {
    const what = JSON.stringify([about.project, about.stack, about.workspace, identityOf(finding, places)]);
    const nth = (seen.get(what) ?? 0) + 1;
    seen.set(what, nth);
    const text = nth === 1 ? what : `${what}\n${nth}`;
    return {...finding, fingerprint: sha256(text).slice(0, 32)};
  });
}

/** Returns the fingerprint of a finding. It has no line number and, if there is a place, no message, so that it stays the same when other lines change. */
function identityOf({code, resource, path, at, message}: Diagnostic, places: Places): readonly string[] {
  const place = at === undefined ? [] : [fileInCheckout(at.file, places) ?? '', at.text.trim()];
  const about = [resource, path].filter((part) => part !== undefined);
  return [code, ...about, ...place, ...(about.length + place.length === 0 ? [message] : [])];
}
