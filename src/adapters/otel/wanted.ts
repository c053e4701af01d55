const ENDPOINTS = ['', '_TRACES', '_METRICS'].map((signal) => `OTEL_EXPORTER_OTLP${signal}_ENDPOINT`);

/** Reports whether the environment enables telemetry. Otherwise none of its modules is loaded. */
export const telemetryWanted = (env: Readonly<Record<string, string | undefined>>): boolean =>
  env['OTEL_SDK_DISABLED']?.trim().toLowerCase() !== 'true' && ENDPOINTS.some((name) => Boolean(env[name]));
