import {HttpsFailure} from '../../lib/https-failure.ts';
import {httpsRequest} from '../../lib/https-request.ts';
import type {ChartTools} from '../../ports/chart-tools.ts';
import type {Clock} from '../../ports/clock.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';
import {readChartFiles} from './chart-files.ts';
import {chartsBy} from './charts.ts';
import {type HelmOptions, helmBy} from './helm.ts';
import {chartIndexes, type FileAnswer} from './index/chart-indexes.ts';

/** Opens the functions for charts. */
export function chartTools({env, home, clock, signal}: HelmOptions & {readonly clock: Clock}): ChartTools {
  const get = async (url: string, headers: Readonly<Record<string, string>>): Promise<FileAnswer | SourceProblem> => {
    try {
      const answer = await httpsRequest({
        url,
        headers,
        timeoutMs: 60_000,
        maxBytes: 64 * 2 ** 20,
        proxyEnv: env,
        besideMetadata: true,
        signal,
      });
      if (answer.status === 200 || answer.status === 304) return answer;
      return {problem: `${url}: the server answered ${answer.status}`};
    } catch (error) {
      if (error instanceof HttpsFailure) return {problem: error.message};
      throw error;
    }
  };
  return {
    charts: chartsBy(),
    files: readChartFiles,
    helm: helmBy({env, home, signal}),
    indexes: chartIndexes({home, now: () => clock.now(), get, tags: async () => ({problem: 'not yet'})}),
  };
}
