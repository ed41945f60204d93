# `nix build ./packages`, in a clone. Nix parses it; nothing has built it yet.
{
  description = "A formatter for Scheme source code";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      forEach = nixpkgs.lib.genAttrs systems;
      # The version stands in one place.
      manifest = builtins.fromTOML (builtins.readFile ../Cargo.toml);
    in
    {
      packages = forEach (
        system:
        let
          pkgs = nixpkgs.legacyPackages.${system};
        in
        {
          default = pkgs.rustPlatform.buildRustPackage {
            pname = "schemefmt";
            version = manifest.package.version;
            src = ../.;
            cargoLock.lockFile = ../Cargo.lock;
            # The tests ask other Schemes and git.
            doCheck = false;
            nativeBuildInputs = [ pkgs.installShellFiles ];
            postInstall = ''
              $out/bin/schemefmt man > schemefmt.1
              for command in init repair merge completions man schema lsp; do
                $out/bin/schemefmt man $command > schemefmt-$command.1
              done
              installManPage schemefmt*.1
              installShellCompletion --cmd schemefmt \
                --bash <($out/bin/schemefmt completions bash) \
                --zsh <($out/bin/schemefmt completions zsh) \
                --fish <($out/bin/schemefmt completions fish)
            '';
            meta = {
              description = "A formatter for Scheme source code";
              homepage = "https://github.com/schemefmt/schemefmt";
              license = with nixpkgs.lib.licenses; [ mit asl20 ];
              mainProgram = "schemefmt";
            };
          };
        }
      );
    };
}
