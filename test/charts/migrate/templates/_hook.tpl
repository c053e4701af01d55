{{- /* A Job that runs as a hook. Its argument is a dict: root, name, hooks, weight, policy. */ -}}
{{- define "migrate.job" -}}
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ .root.Release.Name }}-{{ .name }}
  labels: {app: {{ .root.Release.Name }}, job: {{ .name }}}
  annotations:
    helm.sh/hook: {{ .hooks }}
    helm.sh/hook-weight: {{ .weight | quote }}
    {{- with .policy }}
    helm.sh/hook-delete-policy: {{ . }}
    {{- end }}
spec:
  backoffLimit: 0
  template:
    metadata:
      labels: {job: {{ .name }}}
    spec:
      restartPolicy: Never
      serviceAccountName: {{ .root.Release.Name }}-jobs
      containers:
        - name: job
          image: registry.example/migrate:{{ .root.Chart.AppVersion }}
          args: [{{ .name }}, "--schema={{ .root.Values.schema }}"]
{{- end }}
