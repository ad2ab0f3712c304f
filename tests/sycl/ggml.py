#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ggml's SYCL back end (llama.cpp, in PyPI's cyllama-sycl) with Heddle, beside ggml's own code for processors (docs/sycl.md).

    ggml.py [--driver build/release/lib/libheddle.so]

Installs what is missing into build/ggml, writes a small model of random weights, generates tokens with both, and compares the
logits. Ends with 1 if a token differs. It needs the network and 3 GB.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOKENS = 16
MOST = 0.05  # difference of two logits, in standard deviations of a step's logits; weights have 11 bits
PACKAGES = ["cyllama-sycl==0.2.18", "intel-sycl-rt==2025.3.3", "intel-cmplr-lib-ur==2025.3.3", "intel-cmplr-lib-rt==2025.3.3",
            "tbb", "gguf", "numpy"]


def write_model(path):
    """A llama of two layers, with weights of 16 bits, a token for each byte and some more."""
    import gguf  # pylint: disable=import-outside-toplevel
    import numpy as np  # pylint: disable=import-outside-toplevel
    embedding, layers, heads, inner = 256, 2, 4, 512
    random = np.random.default_rng(7)
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_name("tiny")
    writer.add_context_length(256)
    writer.add_embedding_length(embedding)
    writer.add_block_count(layers)
    writer.add_feed_forward_length(inner)
    writer.add_head_count(heads)
    writer.add_head_count_kv(heads)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(embedding // heads)
    writer.add_rope_freq_base(10000.0)
    tokens = ["<unk>", "<s>", "</s>"] + [f"<0x{i:02X}>" for i in range(256)] + ["\u2581"] + [chr(c) for c in range(33, 127)]
    tokens += [f"\u2581w{i}" for i in range(-len(tokens) % 32)]
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("llama")
    writer.add_tokenizer_pre("default")
    writer.add_token_list([token.encode() for token in tokens])
    writer.add_token_scores([-float(i) for i in range(len(tokens))])
    writer.add_token_types([2, 3, 3] + [6] * 256 + [1] * (len(tokens) - 259))
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_unk_token_id(0)
    writer.add_add_bos_token(True)
    writer.add_add_space_prefix(False)

    def weights(name, *shape):
        writer.add_tensor(name, (random.standard_normal(shape) * 1.6 / np.sqrt(shape[-1])).astype(np.float16))

    def norm(name):
        writer.add_tensor(name, (1 + 0.1 * random.standard_normal(embedding)).astype(np.float32))

    weights("token_embd.weight", len(tokens), embedding)
    norm("output_norm.weight")
    weights("output.weight", len(tokens), embedding)
    for i in range(layers):
        norm(f"blk.{i}.attn_norm.weight")
        norm(f"blk.{i}.ffn_norm.weight")
        for part in ("q", "k", "v", "output"):
            weights(f"blk.{i}.attn_{part}.weight", embedding, embedding)
        weights(f"blk.{i}.ffn_gate.weight", inner, embedding)
        weights(f"blk.{i}.ffn_up.weight", inner, embedding)
        weights(f"blk.{i}.ffn_down.weight", embedding, inner)
    writer.add_file_type(1)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def generate(model_path, on_device, forced):
    """Logits of each step, and the tokens: `forced` ones, or else the likeliest. The prompt goes in a token at a time."""
    import numpy as np  # pylint: disable=import-outside-toplevel
    from cyllama.llama import llama_cpp as llama  # pylint: disable=import-outside-toplevel
    llama.set_log_callback(lambda level, text: sys.stderr.write(text))
    llama.llama_backend_init()
    llama.ggml_backend_load_all()

    class Model(llama.LlamaModel):  # 0.2.18 asks its own class for n_vocab, which it does not have
        n_vocab = property(lambda self: self.get_vocab().n_vocab)

    of_model, of_context = llama.LlamaModelParams(), llama.LlamaContextParams()
    of_model.n_gpu_layers = 99 if on_device else 0
    of_context.n_ctx, of_context.n_batch = 128, 64
    if not on_device:
        of_context.offload_kqv = of_context.op_offload = False
    model = Model(str(model_path), of_model)
    context = llama.LlamaContext(model, of_context)
    place, logits, tokens = 0, [], []

    def feed(token):
        nonlocal place
        context.decode(llama.llama_batch_get_one([token], place))
        place += 1
        return np.array(context.get_logits_ith(-1), dtype=np.float32)

    for token in model.get_vocab().tokenize("Hello, weaver! 12345", True, True):
        step = feed(token)
    for i in range(TOKENS):
        logits.append(step.tolist())
        tokens.append(int(step.argmax()))
        step = feed(forced[i] if forced else tokens[-1])
    return {"logits": logits, "tokens": tokens}


def run(python, driver, *arguments):
    folder = python.parent.parent
    environment = dict(os.environ, OCL_ICD_VENDORS=driver, OCL_ICD_FILENAMES=driver, ONEAPI_DEVICE_SELECTOR="opencl:*",
                       LD_LIBRARY_PATH=f"{folder}/lib:" + os.environ.get("LD_LIBRARY_PATH", ""))
    done = subprocess.run([python, "-B", __file__, *map(str, arguments)], env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, arguments[:1]))} ended with {done.returncode}:\n{done.stderr[-3000:]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--driver", default=ROOT / "build/release/lib/libheddle.so", type=pathlib.Path)
    parser.add_argument("--venv", default=ROOT / "build/ggml", type=pathlib.Path)
    parser.add_argument("--step", nargs="+", help=argparse.SUPPRESS)  # what a process of its own does
    options = parser.parse_args()
    if options.step:
        kind, model, result, *forced = options.step
        if kind == "model":
            write_model(model)
        else:
            tokens = json.loads(pathlib.Path(forced[0]).read_text(encoding="ascii"))["tokens"] if forced else None
            pathlib.Path(result).write_text(json.dumps(generate(model, kind == "device", tokens)), encoding="ascii")
        sys.stdout.flush()
        os._exit(0)  # the back end does not survive its own destructors
    python = options.venv / "bin/python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", options.venv], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
    driver = str(options.driver.resolve())
    model, here, there = (options.venv / name for name in ("tiny.gguf", "processor.json", "device.json"))
    run(python, driver, "--step", "model", model, "-")
    run(python, driver, "--step", "processor", model, here)
    run(python, driver, "--step", "device", model, there, here)
    a, b = (json.loads(path.read_text(encoding="ascii")) for path in (here, there))
    same = sum(x == y for x, y in zip(a["tokens"], b["tokens"]))
    worst = 0
    for x, y in zip(a["logits"], b["logits"]):
        mean = sum(x) / len(x)
        deviation = (sum((v - mean)**2 for v in x) / len(x))**0.5
        worst = max([worst] + [abs(v - w) / deviation for v, w in zip(x, y)])
    print(f"{same} of {TOKENS} tokens are the same; logits differ by up to {worst:.4f} standard deviations")
    sys.exit(same != TOKENS or worst > MOST)


if __name__ == "__main__":
    main()
