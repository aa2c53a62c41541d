import SegueFiles
import SegueRendering

/// A system that runs the shards of a plan as an array of jobs.
package enum Engine: String, CaseIterable, Sendable {
  case slurm
  case kubernetes
  case parallel
  case openjd
  case aws

  /// Returns the path of this engine's job file, next to the plan with the given path.
  package func file(besides plan: String) -> String {
    let stem = PlanFile.stem(of: plan)
    return switch self {
    case .slurm: "\(stem).sbatch"
    case .kubernetes: "\(stem).k8s.yaml"
    case .parallel: "\(stem).parallel.sh"
    case .openjd: "\(stem).openjd.yaml"
    case .aws: "\(stem).aws.sh"
    }
  }

  /// Whether file names in the job file may have any bytes, as in a shell script.
  ///
  /// Other job files must be UTF-8; the script for AWS contains file names in JSON.
  package var isScript: Bool { self == .slurm || self == .parallel }

  /// Returns the command line that submits a job file.
  package func start(_ job: String) -> String {
    switch self {
    case .slurm: "sbatch \(job)"
    case .kubernetes: "kubectl apply -f \(job)"
    case .parallel: "sh \(job)"
    case .openjd: "openjd run \(job) --step Work"
    case .aws: "FILE_SYSTEM=ID sh \(job) --job-queue NAME"
    }
  }

  /// Makes a job file that runs all shards of a plan.
  ///
  /// - Parameters:
  ///   - file: The plan.
  ///   - threads: The number of threads for each shard; nil for one.
  /// - Returns: The text of the job file.
  package func job(_ file: PlanFile, threads: Int?) -> String {
    let plan = file.plan
    let stem = PlanFile.stem(of: file.file)
    let name = baseName(of: stem)
    let mounted = file.mounted
    let content = JobText.comment(mounted.folder)
    let extent = "\(counted(plan.shards, "shard")) of \(counted(plan.frames, "frame"))"
    switch self {
    case .slurm:
      let (path, job) = (JobText.bashWord(file.file), JobText.bashWord(self.file(besides: file.file)))
      let log = JobText.slurmLog(in: file.shardFolder)
      return """
        #!/bin/bash
        #SBATCH --job-name=\(JobText.label(name))
        #SBATCH --array=0-\(plan.shards - 1)
        #SBATCH --cpus-per-task=\(threads ?? 1)
        #SBATCH --requeue
        #SBATCH --open-mode=append
        \(log.directive)# \(extent). Some again: \(JobText.comment("sbatch --array=$(segue verify \(path)) \(job)"))
        \(log.command)# Code 75 says that running the shard again may help.
        segue work \(path) --threads "${SLURM_CPUS_PER_TASK:-\(threads ?? 1)}" --progress-bar never
        code=$?
        if [ $code = 75 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 3 ]; then
          scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID" && sleep 60
        fi
        exit $code

        """
    case .kubernetes:
      return """
        # \(extent). The image has to have segue; the claim is a volume that all
        # nodes write to, with the content of \(content) at its root.
        apiVersion: batch/v1
        kind: Job
        metadata:
          name: \(JobText.label(name))
        spec:
          completionMode: Indexed
          completions: \(plan.shards)
          parallelism: \(min(plan.shards, 8))
          # Each shard may be tried again, and others go on meanwhile.
          backoffLimitPerIndex: 3
          podFailurePolicy:
            rules:
              # A pod whose node goes away is no try.
              - action: Ignore
                onPodConditions:
                  - type: DisruptionTarget
              # What no retry mends: options, inputs, formats.
              - action: FailJob
                onExitCodes:
                  containerName: segue
                  operator: In
                  values: [64, 65, 66, 69, 70, 73]
          template:
            spec:
              restartPolicy: Never
              containers:
                - name: segue
                  image: segue:\(plan.segue.prefix { $0 != " " && $0 != "," })
                  args: [work, "/render/\(JobText.quoted(JobText.kubernetesValue(mounted.name)))", --threads, "\(threads ?? 1)", --progress-bar, never]
                  resources:
                    requests:
                      cpu: "\(threads ?? 1)"
                  volumeMounts:
                    - name: render
                      mountPath: /render
              volumes:
                - name: render
                  persistentVolumeClaim:
                    claimName: render

        """
    case .parallel:
      return """
        #!/bin/sh
        # \(extent), as many at once as there are cores; with --sshloginfile on
        # other machines, too. A shard that fails is run three times. Arguments go to parallel, which
        # replaces {1} and {2} by the shard and the plan and looks for no placeholder in either. With --null a
        # name may have newlines.
        seq 0 \(plan.shards - 1) | tr '\\n' '\\0' |
          parallel --null --retries 3 --joblog \(shellWord("\(stem).joblog")) "$@" \\
            segue work {2} --shard {1} --threads \(threads ?? 1) --quiet :::: - ::: \(shellWord(file.file))

        """
    case .openjd:
      return """
        # \(extent).
        specificationVersion: jobtemplate-2023-09
        name: "\(JobText.quoted(JobText.openJDTitle(name)))"
        parameterDefinitions:
          - name: Plan
            type: PATH
            # Relative to this file's folder.
            default: "\(JobText.quoted(baseName(of: file.file)))"
            dataFlow: IN
        steps:
          - name: Work
            parameterSpace:
              taskParameterDefinitions:
                - name: Shard
                  type: INT
                  range: "0-\(plan.shards - 1)"
            script:
              actions:
                onRun:
                  command: segue
                  args: [work, "{{Param.Plan}}", --shard, "{{Task.Param.Shard}}", --threads, "\(threads ?? 1)", --progress-bar, never]
          - name: Verify
            dependencies:
              - dependsOn: Work
            script:
              actions:
                onRun:
                  command: segue
                  args: [verify, "{{Param.Plan}}"]

        """
    case .aws:
      // An array job of AWS has 2 to 10,000 tasks; the task of a plan with one shard is no array job, and
      // gets no index from AWS.
      let isArray = plan.shards > 1
      let words = ["work", "Ref::plan"] + (isArray ? [] : ["--shard", "0"])
      let definition = """
        {
          "jobDefinitionName": "\(JobText.label(name))",
          "type": "container",
          "parameters": {"plan": "/render/\(JobText.quoted(mounted.name))"},
          "containerProperties": {
            "image": "segue:\(plan.segue.prefix { $0 != " " && $0 != "," })",
            "command": [\(words.map { "\"\($0)\", " }.joined())"--threads", "\(threads ?? 1)", "--progress-bar", "never"],
            "resourceRequirements": [{"type": "VCPU", "value": "\(threads ?? 1)"}, {"type": "MEMORY", "value": "2048"}],
            "mountPoints": [{"sourceVolume": "render", "containerPath": "/render"}],
            "volumes": [{"name": "render", "efsVolumeConfiguration": {"fileSystemId": "
        """
      let retries = """
        "}}]
          },
          "retryStrategy": {
            "attempts": 4,
            "evaluateOnExit": [
              {"onStatusReason": "Host EC2*", "action": "RETRY"},
              {"onExitCode": "74", "action": "RETRY"},
              {"onExitCode": "75", "action": "RETRY"},
              {"onExitCode": "6*", "action": "EXIT"},
              {"onExitCode": "7*", "action": "EXIT"}
            ]
          }
        }
        """
      return """
        #!/bin/sh
        # \(extent) on AWS Batch: \(JobText.comment(start(shellWord(self.file(besides: file.file)))))
        # The image has to have segue, in a registry that the queue reads from. FILE_SYSTEM is one of EFS that all tasks write
        # to, with the content of \(content) at its root. What no retry mends, options, inputs and formats, ends a task;
        # others are run four times. Arguments go to submit-job.
        set -eu
        definition=$(aws batch register-job-definition --query jobDefinitionArn --output text --cli-input-json \(shellWord(definition))"${FILE_SYSTEM:?}"\(shellWord(retries)))
        exec aws batch submit-job --job-name \(JobText.label(name)) --job-definition "$definition" \(isArray ? "--array-properties size=\(plan.shards) " : "")"$@"

        """
    }
  }
}
