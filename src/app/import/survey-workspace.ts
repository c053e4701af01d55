import type {Survey, SurveyRequest} from '../../ports/survey.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import {inWorkspace} from './in-workspace.ts';

/** The namespaces and kinds to survey. */
export type SurveyCluster = StackRequest & Omit<SurveyRequest, 'signal'>;

/** The objects of a cluster, and the workspace of the cluster. */
export type SurveyedWorkspace = {readonly workspace: FoundWorkspace; readonly survey: Survey};

/** Reads what runs in the workspace's cluster. */
export async function surveyWorkspace(request: SurveyCluster, deps: Deps): Promise<SurveyedWorkspace> {
  const {namespaces, kinds, labelSelector, secrets} = request;
  const wanted: SurveyRequest = {namespaces, kinds, labelSelector, secrets, signal: deps.signal};
  const [namespace] = namespaces;
  const {workspace, found} = await inWorkspace(request, {namespace, look: (cluster) => cluster.survey(wanted)}, deps);
  return {workspace, survey: found};
}
