import type {CheckedWorkspaces} from '../../app/workspace/check-workspaces.ts';
import type {CheckedWorkspace} from '../../app/workspace/workspace-check.ts';
import type {ReportCase} from '../../core/report/report-case.ts';
import {diagnosticsOf} from '../error-text.ts';
import {wordsOf} from '../text/workspace/workspace-check-text.ts';

/** A case for each workspace that was looked at. */
export const workspaceCases = ({workspaces}: CheckedWorkspaces): readonly ReportCase[] => workspaces.map(workspaceCase);

function workspaceCase({name, outcome, checks, server}: CheckedWorkspace): ReportCase {
  const about = {workspace: name};
  const lines = checks.flatMap((check) => wordsOf(check) ?? []);
  const details = [...(server === undefined ? [] : [`server: ${server}`]), ...lines];
  const findings = checks.flatMap((check) => (check.outcome === 'failed' ? diagnosticsOf(check.failure) : []));
  if (outcome !== 'failed') return {about, name, outcome: 'passed', details, findings};
  const [failed] = checks.flatMap((check) => (check.outcome === 'failed' ? [check] : []));
  return {
    about,
    name,
    outcome: 'failed',
    details,
    findings,
    ...(failed === undefined ? {} : {code: failed.failure.code, message: wordsOf(failed) ?? failed.failure.code}),
  };
}
