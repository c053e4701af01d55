import type {Survey, SurveyRequest} from '../../ports/survey.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../release-requests.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';
import {checkPin} from '../workspace/pin.ts';
import {resolveContext} from '../workspace/resolve-context.ts';
import {surroundings} from '../workspace/surroundings.ts';

export type SurveyCluster = StackRequest & Omit<SurveyRequest, 'signal'>;

export type SurveyedWorkspace = {readonly workspace: FoundWorkspace; readonly survey: Survey};

/** Reads what runs in the workspace's cluster. No stack is needed; one that is there only helps to find the workspace. */
export async function surveyWorkspace(request: SurveyCluster, deps: Deps): Promise<SurveyedWorkspace> {
  const around = await surroundings(request, deps);
  const chosen = await chooseWorkspace({request, ...around}, deps);
  const {name, from, place, file} = chosen;
  deps.onEvent({
    type: 'workspace-chosen',
    workspace: name,
    from,
    file: place === 'backend' ? `backend:${file}` : file,
  });
  const context = await resolveContext({chosen, resources: []}, deps);
  for (const diagnostic of context.warnings) deps.onEvent({type: 'diagnostic', diagnostic});
  const runtime = await deps.runtime(await deps.connect(context.kubeconfig));
  try {
    const [namespace] = request.namespaces;
    const cluster = await runtime.identify(namespace === undefined ? {} : {namespace});
    await checkPin({chosen, found: cluster, backend: await deps.backend(), clock: deps.clock});
    const {server, identity, version} = cluster;
    deps.onEvent({type: 'cluster-reached', server, identity, version, source: from});
    const {namespaces, kinds, labelSelector, secrets} = request;
    const survey = await runtime.survey({
      namespaces,
      kinds,
      ...(labelSelector === undefined ? {} : {labelSelector}),
      secrets,
      signal: deps.signal,
    });
    return {workspace: chosen, survey};
  } finally {
    await runtime.close();
  }
}
