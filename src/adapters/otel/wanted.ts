const ENDPOINTS = ['', '_TRACES', '_METRICS'].map((signal) => `OTEL_EXPORTER_OTLP${signal}_ENDPOINT`);

/** Whether the environment asks for telemetry at all: without it nothing of it is loaded. */
export const telemetryWanted = (env: Readonly<Record<string, string | undefined>>): boolean =>
  env['OTEL_SDK_DISABLED']?.trim().toLowerCase() !== 'true' && ENDPOINTS.some((name) => Boolean(env[name]));
