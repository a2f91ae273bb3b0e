#!/bin/sh
# Writes the manual pages and the completions that go into packages:
# package.sh FOLDER
set -eu
folder=${1:?name the folder to write to}
rm -rf "$folder"
mkdir -p "$folder/man" "$folder/completions"
go build -o "$folder/gridmill" ./cmd/gridmill
"$folder/gridmill" man "$folder/man"
"$folder/gridmill" completion bash >"$folder/completions/gridmill.bash"
"$folder/gridmill" completion zsh >"$folder/completions/_gridmill"
"$folder/gridmill" completion fish >"$folder/completions/gridmill.fish"
"$folder/gridmill" completion powershell >"$folder/completions/gridmill.ps1"
rm "$folder/gridmill"
