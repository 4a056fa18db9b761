"""Makes the logs in this folder anew, each with the program that writes such logs and a model that is made up.

Each program is in an environment of its own, since their dependencies contradict each other:

    for name in inspect_ai lm_eval crfm-helm evals; do python3 -m venv ENVS/$name && ENVS/$name/bin/pip install $name; done
    python3 make-logs.py ENVS

Afterwards paths of this machine are taken out, and the files of a run that no reader opens.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent.resolve()

QUESTIONS = [
    {
        "question": f"What is {i}+{i}?",
        "choices": [str(2 * i), str(2 * i + 1), str(2 * i + 2)],
        "answer": 0,
        "family": "sums" if i % 2 else "doubles",
        "minutes": 1.5 * i,
    }
    for i in range(6)
]

INSPECT = '''
import json, random, sys
from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.log import read_eval_log, write_eval_log
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import Score, Target, accuracy, match, mean, scorer
from inspect_ai.solver import Generate, TaskState, generate, solver

questions = json.loads(sys.argv[1])
rng = random.Random(1)


def said(text):
    output = ModelOutput.from_content("mockllm/model", text)
    output.usage = ModelUsage(input_tokens=5, output_tokens=2, total_tokens=7)
    return output


def model():
    outputs = [said(q["choices"][0] if rng.random() < 0.6 else "no") for q in questions for _ in range(2)]
    return get_model("mockllm/model", custom_outputs=outputs)


@scorer(metrics={"style": [mean()], "right": [mean()]})
def judge():
    async def score(state: TaskState, target: Target):
        return Score(value={"style": 0.5, "right": 1 if target.text in state.output.completion else 0})
    return score


@solver
def fails_at(number):
    async def solve(state: TaskState, generate: Generate):
        if state.sample_id == f"q{number}":
            raise ValueError("the sandbox is gone")
        return await generate(state)
    return solve


samples = [
    Sample(
        id=f"q{i}",
        input=q["question"] + (" Think." * 400 if i == 2 else ""),
        target=q["choices"][0],
        metadata={"minutes": q["minutes"], "family": q["family"], "epoch": "stone", "origin": {"book": 7}},
    )
    for i, q in enumerate(questions)
]
addition = Task(dataset=samples, solver=generate(), scorer=match(), name="addition", epochs=2)
(log,) = eval(addition, model=model(), log_dir="eval", display="none")
# The same run as JSON.
write_eval_log(read_eval_log(log.location), "addition.json", format="json")
two = Task(dataset=samples[:3], solver=generate(), scorer=[match(), judge()], name="two_scorers")
eval(two, model=model(), log_dir="two", display="none")
broken = Task(dataset=samples, solver=fails_at(3), scorer=match(), name="broken")
eval(broken, model=model(), log_dir="broken", display="none", fail_on_error=False)
'''

# The state of an archive whose run was killed: the journal, and no header.
KILLED = '''
import sys
import zipfile_zstd
import zipfile
with zipfile.ZipFile(sys.argv[1]) as whole, zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_DEFLATED) as killed:
    for name in whole.namelist():
        if name not in ("header.json", "summaries.json", "reductions.json"):
            killed.writestr(name, whole.read(name))
'''

# Tracebacks name the folders of this machine.
CLEAN = '''
import sys
import zipfile_zstd
import zipfile
source, target, *paths = sys.argv[1:]
with zipfile.ZipFile(source) as log, zipfile.ZipFile(target, "w", 93) as clean:
    for name in log.namelist():
        text = log.read(name).decode()
        for path in paths:
            text = text.replace(path, ".")
        clean.writestr(name, text)
'''

SUMS = """
task: sums
dataset_path: json
dataset_kwargs: {data_files: {test: questions.jsonl}}
test_split: test
output_type: multiple_choice
doc_to_text: "{{question}}"
doc_to_choice: "{{choices}}"
doc_to_target: "{{answer}}"
metric_list: [{metric: acc}]
"""

SAY = r"""
task: say
dataset_path: json
dataset_kwargs: {data_files: {test: questions.jsonl}}
test_split: test
output_type: generate_until
doc_to_text: "{{question}}"
doc_to_target: "{{choices[0]}}"
generation_kwargs: {until: ["\n"], max_gen_toks: 8}
filter_list:
  - {name: strict, filter: [{function: regex, regex_pattern: '^(\d+)$'}, {function: take_first}]}
  - {name: loose, filter: [{function: regex, regex_pattern: '(\d+)'}, {function: take_first}]}
metric_list: [{metric: exact_match, aggregation: mean, higher_is_better: true}]
"""

EVALS = """
sums:
  id: sums.test.v0
  metrics: [accuracy]
sums.test.v0:
  class: evals.elsuite.basic.includes:Includes
  args: {samples_jsonl: sums/samples.jsonl}
"""


def run(folder, *command, **environment):
    subprocess.run(command, cwd=folder, check=True, env={**os.environ, **environment})


def only(folder, pattern):
    (found,) = folder.glob(pattern)
    return found


def make_inspect(bin_folder, folder):
    (folder / "make.py").write_text(INSPECT)
    run(folder, bin_folder / "python", "make.py", json.dumps(QUESTIONS))
    (folder / "killed.py").write_text(KILLED)
    (folder / "clean.py").write_text(CLEAN)
    for kind, name in [("eval", "addition.eval"), ("two", "two-scorers.eval")]:
        shutil.copy(only(folder / kind, "*.eval"), HERE / name)
    paths = (str(folder.resolve()), str(bin_folder.parent))
    run(folder, bin_folder / "python", "clean.py", only(folder / "broken", "*.eval"), HERE / "broken.eval", *paths)
    shutil.copy(folder / "addition.json", HERE)
    run(folder, bin_folder / "python", "killed.py", HERE / "addition.eval", HERE / "killed.eval")


def make_harness(bin_folder, folder):
    (folder / "questions.jsonl").write_text("".join(json.dumps(each) + "\n" for each in QUESTIONS))
    (folder / "sums.yaml").write_text(SUMS)
    (folder / "say.yaml").write_text(SAY)
    run(
        folder,
        *(bin_folder / "lm_eval", "--model", "dummy", "--tasks", "sums,say", "--include_path", "."),
        *("--output_path", "out", "--log_samples"),
        HF_HUB_OFFLINE="1",
    )
    target = HERE / "lm-eval"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    for file in (folder / "out").rglob("samples_*.jsonl"):
        shutil.copy(file, target)
    results = only(folder / "out", "**/results_*.json")
    kept = {key: value for key, value in json.loads(results.read_text()).items() if key in ("results", "model_name", "date")}
    # The made-up model has no name of its own.
    kept["model_name"] = "made-up/model"
    (target / results.name).write_text(json.dumps(kept, indent=2) + "\n")


def make_helm(bin_folder, folder):
    run(
        folder,
        *(bin_folder / "helm-run", "--run-entries", "simple_mcqa:model=simple/model1"),
        *("--suite", "made", "--max-eval-instances", "5"),
    )
    target = HERE / "helm"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    for name in ("per_instance_stats.json", "run_spec.json"):
        shutil.copy(only(folder, f"benchmark_output/runs/made/*/{name}"), target)


def make_evals(bin_folder, folder):
    registry = folder / "registry"
    (registry / "evals").mkdir(parents=True)
    (registry / "data/sums").mkdir(parents=True)
    (registry / "evals/sums.yaml").write_text(EVALS)
    with open(registry / "data/sums/samples.jsonl", "w") as file:
        for i, each in enumerate(QUESTIONS):
            ideal = "dummy" if i % 3 else each["choices"][0]
            file.write(json.dumps({"input": [{"role": "user", "content": each["question"]}], "ideal": ideal}) + "\n")
    run(
        folder,
        *(bin_folder / "oaieval", "dummy", "sums", "--registry_path", "registry", "--record_path", "out.jsonl"),
        OPENAI_API_KEY="none",
    )
    lines = [json.loads(line) for line in (folder / "out.jsonl").read_text().splitlines()]
    for line in lines:
        if "spec" in line:
            line["spec"]["run_config"].pop("command")
    (HERE / "openai-evals.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    environments = pathlib.Path(sys.argv[1]).resolve()
    for name, make in [
        ("inspect_ai", make_inspect),
        ("lm_eval", make_harness),
        ("crfm-helm", make_helm),
        ("evals", make_evals),
    ]:
        with tempfile.TemporaryDirectory() as folder:
            make(environments / name / "bin", pathlib.Path(folder))
