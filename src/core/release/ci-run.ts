/** Returns the URL of the CI run, if the CI system provides it. */
export function ciRun(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const {GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: id} = env;
  if (server && repository && id) return `${server}/${repository}/actions/runs/${id}`;
  const names = ['CI_JOB_URL', 'BUILD_URL', 'BUILDKITE_BUILD_URL', 'CIRCLE_BUILD_URL', 'DRONE_BUILD_LINK'];
  return names.map((name) => env[name]).find((url) => url !== undefined && url !== '');
}
