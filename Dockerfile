FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w" -o /image/gridmill ./cmd/gridmill
# Standard input is kept in /tmp while it is read twice; certificates serve rediss://.
RUN mkdir -p /image/etc/ssl/certs && cp /etc/ssl/certs/ca-certificates.crt /image/etc/ssl/certs/ \
    && mkdir /image/tmp && chmod 1777 /image/tmp

FROM scratch
COPY --from=build /image/ /
USER 65532:65532
ENTRYPOINT ["/gridmill"]
CMD ["--help"]
