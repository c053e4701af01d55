import {describe, expect, it} from 'vitest';
import {codeQualityReport, mergeRequestReport} from '../../../../src/ui/report/code-quality.ts';
import {CASES, RUN} from './sample-cases.ts';

type Issue = {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: string;
  readonly location: {readonly path: string; readonly lines: {readonly begin: number}};
};

const issuesOf = (name: string): readonly Issue[] =>
  JSON.parse(codeQualityReport(CASES[name] ?? [], RUN)) as readonly Issue[];

describe("GitLab's Code Quality", () => {
  it.each(Object.keys(CASES))('a Code Quality report has all required fields: %s', (name) => {
    const issues = issuesOf(name);
    expect(new Set(issues.map(({fingerprint}) => fingerprint)).size).toBe(issues.length);
    for (const issue of issues) {
      const {description, check_name: check, fingerprint, severity, location} = issue;
      // All that is documented, and nothing else.
      expect(Object.keys(issue).toSorted()).toEqual([
        'check_name',
        'description',
        'fingerprint',
        'location',
        'severity',
      ]);
      expect(fingerprint).toMatch(/^[0-9a-f]{32}$/);
      expect(description).not.toBe('');
      expect(check).toMatch(/^[a-z-]+(\/[a-z-]+)?$/);
      expect(['info', 'minor', 'major', 'critical', 'blocker']).toContain(severity);
      expect(location.path).toMatch(/^[^/.]/);
      expect(location.lines.begin).toBeGreaterThan(0);
    }
  });

  it('a Code Quality report shows a finding at its line, or else at the stack', () =>
    expect(codeQualityReport(CASES['preview'] ?? [], RUN)).toMatchFileSnapshot(
      '../../../golden/reports/gitlab-codequality-preview.json',
    ));
});

describe("GitLab's widget of a plan", () => {
  it('the counts of a plan have a replacement as one deletion and one creation', () =>
    expect(JSON.parse(mergeRequestReport(CASES['preview'] ?? []))).toEqual({create: 2, update: 4, delete: 2}));

  it('the counts of a plan do not include the rollback of a failed run', () =>
    expect(mergeRequestReport(CASES['apply, failed, and rolled back'] ?? [])).toBe(
      mergeRequestReport(CASES['apply, failed'] ?? []),
    ));

  it('a run without a plan has no counts, so that it is not taken for a plan without changes', () =>
    expect(JSON.parse(mergeRequestReport(CASES['failed, cluster/unreachable'] ?? []))).toEqual({}));
});
